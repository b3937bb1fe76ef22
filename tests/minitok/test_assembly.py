"""minitok/assembly.py: the parts of a tokenizer can be exchanged at any time."""

from samples import word_level

from minitok.normalizers import Lowercase


class Meanwhile(Lowercase):
    """Does something while the tokenizer prepares to encode, as another thread may."""

    def normalize_str(self, text):
        if todo:
            todo.pop()()
        return super().normalize_str(text)


todo = []


def test_a_token_added_while_a_text_is_encoded_is_found_afterwards():
    tok = word_level(["a b c"])
    tok.normalizer = Meanwhile()
    tok.add_tokens(["a b"])
    todo.append(lambda: tok.add_tokens(["b c"]))
    tok.encode("a b c")
    assert tok.tokenize("b c") == ["b c"]

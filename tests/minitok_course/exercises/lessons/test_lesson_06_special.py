import itertools

from attempts import right, wrong

from minitok_course.exercises.exercise import EXERCISES


@right("special.cut")
def test_cutting_character_by_character(text, tokens):
    parts, begun, i = [], "", 0
    while i < len(text):
        token = max(
            (token for token in tokens if text.startswith(token, i)),
            key=len,
            default="",
        )
        if token:
            parts += [begun, token]
            begun, i = "", i + len(token)
        else:
            begun, i = begun + text[i], i + 1
    return [part for part in [*parts, begun] if part]


@right("special.add_tokens")
def test_adding_one_after_the_other_to_a_copy(vocab, tokens):
    if len(set(tokens)) < len(tokens) or set(tokens) & set(vocab):
        raise ValueError("there already")
    new = vocab.copy()
    for token in tokens:
        new[token] = max(new.values(), default=-1) + 1
    return new


@wrong("special.add_tokens", "and gives a ValueError instead")
def test_an_error_that_is_returned(vocab, tokens):
    if len({*vocab, *tokens}) < len(vocab) + len(tokens):
        return ValueError("there already")
    return EXERCISES["special.add_tokens"](vocab, tokens)


@wrong("special.add_tokens", "gives None instead")
def test_an_error_that_is_printed(vocab, tokens):
    try:
        return EXERCISES["special.add_tokens"](vocab, tokens)
    except ValueError as error:
        print(error)


@wrong("special.add_tokens", "It changes `tokens`")
def test_tokens_that_are_used_up(vocab, tokens):
    new = dict(vocab)
    while tokens:
        token = tokens.pop(0)
        if token in new:
            raise ValueError(token)
        new[token] = max(new.values()) + 1
    return new


test_a_pair_as_lists = right("special.pair")(
    lambda a, b, cls, sep: [
        [cls, *a, sep, *b, sep],
        [0] + [0] * len(a) + [0] + [1] * len(b) + [1],
    ]
)


@right("special.chat")
def test_looking_at_the_ids_of_each_text(turns, encode, ids):
    found, marks = [], set(ids.values())
    for turn in turns:
        for begins, text in zip(("<|start|>", "<|sep|>"), turn):
            part = encode(text)
            if not marks.isdisjoint(part):
                part = list(itertools.chain(*map(encode, text)))
                if not marks.isdisjoint(part):
                    raise ValueError(text)
            found += [ids[begins], *part]
        found.append(ids["<|end|>"])
    return found

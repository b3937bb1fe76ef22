from attempts import GENERAL, right, wrong, wrong_ones

from minitok.checks.exercise import EXERCISES

test_dividing_twice = right("wordpiece.score")(lambda pair, left, right: 1 / (left / pair) / right)
test_wrong_scores = wrong_ones(
    "wordpiece.score",
    {
        "//": lambda pair, left, right: pair // (left * right),
        "right part is forgotten": lambda pair, left, right: pair / left,
        GENERAL: lambda pair, left, right: pair / min(left, right),
    },
)


@right("wordpiece.longest_match")
def test_matching_the_rest_by_a_call(word, vocab):
    def rest(start):
        if start == len(word):
            return []
        for end in range(len(word), start, -1):
            token = word[start:end] if start == 0 else f"##{word[start:end]}"
            if token in vocab:
                following = rest(end)
                return None if following is None else [token, *following]
        return None

    found = rest(0)
    return ["[UNK]"] if found is None else found


@wrong("wordpiece.longest_match", "the tokens before it go, too")
def test_an_unknown_part(word, vocab):
    tokens, i = [], 0
    while i < len(word):
        for j in range(len(word), i, -1):
            if ("##" * (i > 0) + word[i:j]) in vocab:
                tokens.append("##" * (i > 0) + word[i:j])
                i = j
                break
        else:
            return [*tokens, "[UNK]"]
    return tokens


@wrong("wordpiece.longest_match", "never ends")  # and the mark is not a part of the word here
def test_a_candidate_without_a_letter(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        end = len(word)
        while end >= start and "##" * (start > 0) + word[start:end] not in vocab:
            end -= 1
        if end < start:
            return ["[UNK]"]
        tokens.append("##" * (start > 0) + word[start:end])
        start = end
    return tokens


@wrong("wordpiece.longest_match", GENERAL)
def test_giving_up_at_the_first_candidate(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = "##" * (start > 0) + word[start:end]
            if candidate in vocab:
                tokens.append(candidate)
                start = end
                break
            else:
                return ["[UNK]"]
    return tokens


test_an_empty_word_that_is_unknown = wrong("wordpiece.longest_match", "The empty word has no tokens")(
    lambda word, vocab: EXERCISES["wordpiece.longest_match"](word, vocab) if word else ["[UNK]"]
)

test_replacing_the_marks = right("wordpiece.decode")(lambda tokens: " ".join(tokens).replace(" ##", ""))
test_wrong_texts = wrong_ones(
    "wordpiece.decode",
    {
        "first token": lambda tokens: (" " + " ".join(tokens)).replace(" ##", "").strip(),
        "no space before": lambda tokens: " ".join(token.removeprefix("##") for token in tokens),
        "beginning of a token": lambda tokens: " ".join(tokens).replace(" ##", "").replace("##", ""),
        "still there": lambda tokens: " ".join(map(str, tokens)),
        GENERAL: lambda tokens: " ".join(token for i, token in enumerate(tokens) if i == 0 or token[:2] != "##"),
    },
)

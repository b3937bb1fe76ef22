"""Attempts as learners write them: right ones written another way, wrong ones with the sentence that they get."""

import codecs
import itertools
import math
import re
import statistics
import unicodedata
from collections import Counter, defaultdict
from functools import lru_cache
from random import Random

import pytest
import regex

from minitok import naive_bpe
from minitok.checks import check, exercises
from minitok.checks.exercise import EXERCISES, Write

RIGHT, WRONG = [], []


def right(name):
    return lambda attempt: RIGHT.append((name, attempt)) or attempt


def wrong(name, sentence):
    return lambda attempt: WRONG.append((name, sentence, attempt)) or attempt


# Lesson 00

right("start.token_length")(lambda tokens: len("".join(tokens)) / max(len(tokens), 1))
wrong("start.token_length", "0.0 before")(lambda tokens: len("".join(tokens)) / len(tokens))
wrong("start.token_length", "This is the median")(lambda tokens: statistics.median(map(len, tokens or [""])))
wrong("start.token_length", "counts bytes")(lambda tokens: sum(len(t.encode()) for t in tokens) / (len(tokens) or 1))
wrong("start.token_length", "tokens per character")(lambda tokens: len(tokens) / (len("".join(tokens)) or 1))

# Lesson 01

right("words.unknown_rate")(lambda tokens, vocab: 1 - sum(t in vocab for t in tokens) / len(tokens) if tokens else 0)
wrong("words.unknown_rate", "divide by")(lambda tokens, vocab: len([t for t in tokens if t not in vocab]) / len(tokens))
wrong("words.unknown_rate", "different word once")(lambda t, v: len({*t} - v) / (len({*t}) or 1))
wrong("words.unknown_rate", "divide by `/`")(lambda t, v: sum(one not in v for one in t) // max(len(t), 1))
wrong("words.unknown_rate", "It gives a str here, and should give a float: '0'")(lambda t, v: str(len(t)))
wrong("words.unknown_rate", "ZeroDivisionError")(lambda t, v: sum(x not in v for x in t) / (len(t) - 1) if t else 0.0)
wrong("words.split_signs", "It gives an int here, and should give a list: 0")(lambda text: len(text))


@wrong("words.split_signs", "right parts, in another order")
def _(text):
    return sorted(EXERCISES["words.split_signs"](text), key=lambda part: not part[0].isalnum())


@wrong("words.unknown_rate", "`return` gives it")
def _(tokens, vocab):
    unknown = 0
    for token in tokens:
        if token not in vocab:
            unknown += 1
    print(unknown / max(len(tokens), 1))


@wrong("words.unknown_rate", "inside the loop")
def _(tokens, vocab):
    if not tokens:
        return 0.0
    unknown = 0
    for token in tokens:
        if token not in vocab:
            unknown += 1
        return unknown / len(tokens)


@wrong("words.unknown_rate", "last token")
def _(tokens, vocab):
    unknown = 0
    for i in range(len(tokens) - 1):
        if tokens[i] not in vocab:
            unknown += 1
    return unknown / max(len(tokens), 1)


@wrong("words.unknown_rate", "first token")
def _(tokens, vocab):
    unknown = 0
    for i in range(1, len(tokens)):
        if tokens[i] not in vocab:
            unknown += 1
    return unknown / max(len(tokens), 1)


@wrong("words.unknown_rate", "It counts one")
def _(tokens, vocab):
    unknown = 0
    for token in tokens:
        if token not in vocab:
            unknown = +1
    return unknown / max(len(tokens), 1)


@right("words.build_vocab")
def _(tokens, size):
    vocab, left = {"[UNK]": 0}, Counter(tokens)
    while left and len(vocab) < size:
        word = min(left, key=lambda word: (-left[word], word))
        vocab[word] = len(vocab)
        del left[word]
    return vocab


@wrong("words.build_vocab", "in which they were met")
def _(tokens, size):
    vocab = {"[UNK]": 0}
    for word, _ in Counter(tokens).most_common(size - 1):
        vocab[word] = len(vocab)
    return vocab


@wrong("words.build_vocab", "order of a set")
def _(tokens, size):
    ranked = sorted(set(tokens), key=lambda word: -tokens.count(word))
    return dict(zip(["[UNK]", *ranked][:size], range(size)))


@wrong("words.build_vocab", "one word too many")  # and ties as they were met
def _(tokens, size):
    return {"[UNK]": 0} | {word: id for id, (word, _) in enumerate(Counter(tokens).most_common(size), 1)}


@wrong("words.build_vocab", "`[UNK]` is missing")  # and in alphabetical order
def _(tokens, size):
    return {word: id for id, word in enumerate(sorted(set(tokens)))}


@wrong("words.build_vocab", "one word too many")
def _(tokens, size):
    ranked = sorted(Counter(tokens).items(), key=lambda item: (-item[1], item[0]))[:size]
    return {"[UNK]": 0} | {word: i + 1 for i, (word, _) in enumerate(ranked)}


wrong("words.build_vocab", "most frequent first")(lambda ts, n: dict(zip(["[UNK]", *Counter(ts)][:n], range(n))))
wrong("words.build_vocab", "after the words")(
    lambda ts, n: dict(zip([*sorted(sorted({*ts}), key=lambda t: -ts.count(t)), "[UNK]"][:n], range(n)))
)


@wrong("words.build_vocab", "a wrong answer on this case")
def _(tokens, size):
    vocab = {"[UNK]": 0}
    for word in tokens:
        vocab[word] = vocab
    return vocab


@right("words.split_signs")
def _(text):
    tokens, word = [], ""
    for char in text + " ":
        if char.isalnum() or char == "_":
            word += char
            continue
        tokens += [word] * bool(word) + [char] * (not char.isspace())
        word = ""
    return tokens


@wrong("words.split_signs", "after the loop")
def _(text):
    tokens, word = [], ""
    for char in text:
        if char.isalnum() or char == "_":
            word += char
            continue
        tokens += [word] * bool(word) + [char] * (not char.isspace())
        word = ""
    return tokens


wrong("words.split_signs", "before a letter stays on the word")(
    lambda text: [
        part
        for word in text.split()
        for part in (word.rstrip("?!'.()“”"), *word[len(word.rstrip("?!'.()“”")) :])
        if part
    ]
)
wrong("words.split_signs", "glued together")(lambda text: re.findall(r"\w+|[^\w\s]+", text))
wrong("words.split_signs", "more letters than a to z")(lambda text: re.findall(r"[a-zA-Z0-9_]+|[^a-zA-Z0-9_\s]", text))

# Lesson 02


@right("bpe.count_pairs")
def _(words):
    counts = defaultdict(int)
    for word, n in words.items():
        for i in range(1, len(word)):
            counts[word[i - 1], word[i]] += n
    return counts


wrong("bpe.count_pairs", "how often the word occurs")(lambda ws: Counter(p for w in ws for p in itertools.pairwise(w)))


wrong("bpe.count_pairs", "Each new occurrence")(lambda ws: {p: n for w, n in ws.items() for p in zip(w, w[1:])})
wrong("bpe.count_pairs", "the same answer on every case")(lambda words: {})
wrong("bpe.count_pairs", "begins at the next")(
    lambda ws: Counter(p for w, n in ws.items() for p in [*zip(w, w[2:])] * n)
)


@wrong("bpe.count_pairs", "The first pair")
def _(words):
    counts = {}
    for word, count in words.items():
        for i in range(1, len(word) - 1):
            pair = word[i], word[i + 1]
            counts[pair] = counts.get(pair, 0) + count
    return counts


wrong("bpe.count_pairs", "this joins them")(lambda ws: {w[0] + w[1]: n for w, n in ws.items() if len(w) > 1})


@wrong("bpe.count_pairs", "inside the loop")
def _(words):
    for word, n in words.items():
        return {pair: n * [*zip(word, word[1:])].count(pair) for pair in zip(word, word[1:])}
    return {}


@wrong("bpe.count_pairs", "counts twice")
def _(words):
    counts = Counter()
    for word, n in words.items():
        for pair in set(zip(word, word[1:])):
            counts[pair] += n
    return counts


@right("bpe.merge_pair")
def _(symbols, pair):
    merged = []
    for symbol in symbols:
        if merged and merged[-1] == (pair[0],) and symbol == pair[1]:
            merged[-1] = pair
        else:
            merged.append((symbol,))
    return ["".join(parts) for parts in merged]


@wrong("bpe.merge_pair", "last symbol gets lost")
def _(symbols, pair):
    merged, i = [], 0
    while i < len(symbols) - 1:
        if (symbols[i], symbols[i + 1]) == pair:
            merged, i = [*merged, "".join(pair)], i + 2
        else:
            merged, i = [*merged, symbols[i]], i + 1
    return tuple(merged)


@wrong("bpe.merge_pair", "first symbol gets lost")
def _(symbols, pair):
    merged, i = [], 1
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged, i = [*merged, "".join(pair)], i + 2
        else:
            merged, i = [*merged, symbols[i]], i + 1
    return tuple(merged)


@wrong("bpe.merge_pair", "")
def _(symbols, pair):
    left, right = pair
    return tuple(re.sub(f"(?<![^ ]){left} {right}(?![^ ])", left + right, " ".join(symbols)).split())


wrong("bpe.merge_pair", "the same answer on every case")(lambda symbols, pair: ())


@wrong("bpe.merge_pair", "all other symbols stay")
def _(symbols, pair):
    merged, i = [], 0
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged.append("".join(pair))
            i += 1
        i += 1
    return merged


@wrong("bpe.merge_pair", "only looks alike")
def _(symbols, pair):
    merged, symbols = [], list(symbols)
    while symbols:
        symbol = symbols.pop(0)
        if symbols and symbol + symbols[0] == pair[0] + pair[1]:
            symbol += symbols.pop(0)
        merged.append(symbol)
    return tuple(merged)


@wrong("bpe.merge_pair", "IndexError")
def _(symbols, pair):
    return tuple(symbols[i] for i in range(len(symbols)) if symbols[i + 1] != pair[1])


def learn(word_counts, how_many, key, *, letters=sorted, least=1, pairs=iter):
    words = {word: list(word) for word in word_counts}
    ids = {char: i for i, char in enumerate(letters(dict.fromkeys("".join(words))))}
    merges = []
    for _ in range(how_many):
        counts = Counter()
        for word, symbols in words.items():
            for pair in pairs(zip(symbols, symbols[1:])):
                counts[pair] += word_counts[word]
        if max(counts.values(), default=0) < least:
            return merges
        best = min(counts, key=lambda pair: key(counts[pair], pair, ids))
        merges.append(best)
        ids.setdefault("".join(best), len(ids))
        for word, symbols in words.items():
            words[word] = list(EXERCISES["bpe.merge_pair"](tuple(symbols), best))
    return merges


right("bpe.learn_merges")(lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, ids[p[0]], ids[p[1]])))
wrong("bpe.learn_merges", "met first")(lambda ws, n: learn(ws, n, lambda c, p, ids: -c))
wrong("bpe.learn_merges", "the ids decide")(lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, p)))
wrong("bpe.learn_merges", "the left one comes first")(
    lambda ws, n: learn(ws, n, lambda c, p, i: (-c, i[p[1]], i[p[0]]))
)


wrong("bpe.learn_merges", "Capitals")(
    lambda ws, n: learn(
        ws,
        n,
        lambda c, p, ids: (-c, ids[p[0]], ids[p[1]]),
        letters=lambda met: sorted(sorted(met), key=str.lower),
    )
)
wrong("bpe.learn_merges", "adds the two ids")(lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, ids[p[0]] + ids[p[1]])))
wrong("bpe.learn_merges", "a wrong answer")(lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, min(map(ids.get, p)))))
wrong("bpe.learn_merges", "the letters first")(
    lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, ids[p[0]], ids[p[1]]), letters=list)
)
wrong("bpe.learn_merges", "order of a set")(
    lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, ids[p[0]], ids[p[1]]), letters=lambda met: set("".join(met)))
)
wrong("bpe.learn_merges", "stops too early")(
    lambda ws, n: learn(ws, n - len(set("".join(ws))), lambda c, p, ids: (-c, ids[p[0]], ids[p[1]]))
)
wrong("bpe.learn_merges", "as long as there is a pair")(
    lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, ids[p[0]], ids[p[1]]), least=2)
)
wrong("bpe.learn_merges", "finds the same pair again")(
    lambda ws, n: learn(ws, 1, lambda c, p, ids: (-c, ids[p[0]], ids[p[1]])) * n
)


wrong("bpe.learn_merges", "the same answer on every case")(lambda ws, n: [])
wrong("bpe.learn_merges", "rarest pair")(lambda ws, n: learn(ws, n, lambda c, p, ids: (c, -ids[p[0]], -ids[p[1]])))
wrong("bpe.learn_merges", "counts decide nothing")(lambda ws, n: learn(ws, n, lambda c, p, ids: (ids[p[0]], ids[p[1]])))
wrong("bpe.learn_merges", "last pair of a word")(
    lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, ids[p[0]], ids[p[1]]), pairs=lambda pairs: [*pairs][:-1])
)


@wrong("bpe.encode_word", "no right neighbour")
def _(word, merges):
    tokens = list(word)
    for left, right in merges:
        i = 0
        while i < len(tokens):
            if [tokens[i], tokens[i + 1]] == [left, right]:
                tokens[i : i + 2] = [left + right]
            i += 1
    return tokens


@wrong("bpe.encode_word", "Only the last merge")
def _(word, merges):
    tokens = list(word)
    for pair in merges:
        tokens, i = list(word), 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) == pair:
                tokens[i : i + 2] = ["".join(pair)]
            i += 1
    return tokens


@wrong("bpe.encode_word", "gets shorter")
def _(word, merges):
    tokens = list(word)
    for pair in merges:
        for i in range(len(tokens) - 1):
            if (tokens[i], tokens[i + 1]) == pair:
                tokens[i] = "".join(pair)
                del tokens[i + 1]
    return tokens


@wrong("bpe.encode_word", "A list never equals a tuple")
def _(word, merges):
    tokens = list(word)
    for pair in merges:
        i = 0
        while i < len(tokens) - 1:
            if tokens[i : i + 2] == pair:
                tokens[i : i + 2] = ["".join(pair)]
            i += 1
    return tokens


@wrong("bpe.encode_word", "only looks alike")
def _(word, merges):
    tokens = list(word)
    for left, right in merges:
        i = 0
        while i + 1 < len(tokens):
            if tokens[i] + tokens[i + 1] == left + right:
                tokens[i] += tokens.pop(i + 1)
            i += 1
    return tokens


@wrong("bpe.encode_word", "steps over two tokens")
def _(word, merges):
    tokens = list(word)
    for left, right in merges:
        i = 0
        while i < len(tokens) - 1:
            if tokens[i] == left and tokens[i + 1] == right:
                tokens[i : i + 2] = [left + right]
                i += 2
            else:
                i += 1
    return tokens


@wrong("bpe.encode_word", "longest token anywhere")
def _(word, merges):
    parts = [word]
    for token in sorted(map("".join, merges), key=lambda token: -len(token)):
        cut = [re.split(f"({token})", part) if part not in map("".join, merges) else [part] for part in parts]
        parts = [part for pieces in cut for part in pieces if part]
    made = {left + right for left, right in merges}
    return [token for part in parts for token in ([part] if part in made else part)]


@wrong("bpe.encode_word", "joins parts of longer ones")
def _(word, merges):
    text = " ".join(word)
    for pair in merges:
        text = text.replace(" ".join(pair), "".join(pair))
    return text.split()


wrong("bpe.encode_word", "give a list")(lambda word, merges: word if not merges else naive_bpe.encode(word, merges))


@right("bpe.encode_word")
def _(word, merges):
    tokens = list(word)
    while len(tokens) > 1:
        ranked = [(merges.index(p), i) for i, p in enumerate(zip(tokens, tokens[1:])) if p in merges]
        if not ranked:
            break
        i = min(ranked)[1]
        tokens = tokens[:i] + [tokens[i] + tokens[i + 1]] + tokens[i + 2 :]
    return tuple(tokens)


@wrong("bpe.encode_word", "longest match")
def _(word, merges):
    known, tokens, i = {a + b for a, b in merges} | set(word), [], 0
    while i < len(word):
        j = len(word)
        while word[i:j] not in known:
            j -= 1
        tokens.append(word[i:j])
        i = j
    return tokens


@wrong("bpe.encode_word", "comes first in the word")
def _(word, merges):
    tokens, i = list(word), 0
    while i < len(tokens) - 1:
        if (tokens[i], tokens[i + 1]) in merges:
            tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
            i = 0
        else:
            i += 1
    return tokens


@right("bpe.decode")
def _(tokens, end_of_word):
    words, word = [], ""
    for token in tokens:
        word += token.removesuffix(end_of_word)
        if token.endswith(end_of_word):
            words.append(word)
            word = ""
    return " ".join([*words, word] if word else words)


@wrong("bpe.encode_word", "not in `merges`, too")
def _(word, merges):
    tokens, ranks = list(word), {pair: rank for rank, pair in enumerate(merges)}
    while len(tokens) > 1:
        pairs = list(zip(tokens, tokens[1:]))
        best = min(pairs, key=lambda pair: ranks.get(pair, math.inf))
        tokens[pairs.index(best) : pairs.index(best) + 2] = ["".join(best)]
    return tokens


@wrong("bpe.decode", "after the last mark")
def _(tokens, mark):
    words, word = [], ""
    for token in tokens:
        word += token.removesuffix(mark)
        if token.endswith(mark):
            words.append(word)
            word = ""
    return " ".join(words)


wrong("bpe.decode", "inside a token")(lambda tokens, mark: "".join(tokens).replace(mark, " ").strip())
wrong("bpe.decode", "not always `</w>`")(lambda ts, m: "".join(t.replace("</w>", " ") for t in ts).rstrip())
wrong("bpe.decode", "`in` finds")(lambda ts, m: "".join(t.removesuffix(m) + " " if m in t else t for t in ts).rstrip())
wrong("bpe.decode", "`in` finds")(lambda ts, m: "".join(t.replace(m, "") + " " * (m in t) for t in ts).rstrip())
wrong("bpe.decode", "marks are still there")(lambda ts, m: "".join(ts))
wrong("bpe.decode", "drops the last character")(
    lambda ts, m: "".join(t.removesuffix(m) + " " * t.endswith(m) for t in ts)[:-1]
)
wrong("bpe.decode", "space is left")(lambda ts, m: "".join(t[: -len(m)] + " " if t.endswith(m) else t for t in ts))
right("bpe.not_longest_match")(([("c", "d"), ("b", "cd"), ("a", "b")], "abcd"))
wrong("bpe.not_longest_match", "cut this word alike")(([("a", "b")], "ab"))
wrong("bpe.not_longest_match", "such as training gives")(([("ab", "c")], "abc"))
wrong("bpe.not_longest_match", "another form")("abc")
wrong("bpe.not_longest_match", "must be a string")(([("b", "c"), ("a", "b")], list("abc")))

# Lesson 03

right("bytes.fool_the_decoder")("🍌 banana".encode())
wrong("bytes.fool_the_decoder", "ASCII")(b"banana")
wrong("bytes.fool_the_decoder", "not UTF-8 at all")(b"\xff")
wrong("bytes.fool_the_decoder", "Bytes are asked for")("é")


@right("bytes.encode")
def _(word, ranks):
    parts = [bytes([byte]) for byte in word]
    for pair in sorted(ranks, key=ranks.get):
        i = 0
        while i < len(parts) - 1:
            if (parts[i], parts[i + 1]) == pair:
                parts[i : i + 2] = [b"".join(pair)]
            i += 1
    return parts


@wrong("bytes.encode", "ValueError")
def _(word, ranks):
    parts = [bytes([byte]) for byte in word]
    while True:
        _, i = min((ranks[p], i) for i, p in enumerate(zip(parts, parts[1:])) if p in ranks)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("bytes.encode", "only two tokens that are a pair")
def _(word, ranks):
    known = {a + b: rank for (a, b), rank in ranks.items()}
    parts = [bytes([byte]) for byte in word]
    while True:
        joint = [known.get(a + b, math.inf) for a, b in zip(parts, parts[1:])]
        if not joint or min(joint) == math.inf:
            return parts
        i = joint.index(min(joint))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("bytes.encode", "highest rank first")
def _(word, ranks):
    parts = [bytes([byte]) for byte in word]
    while pairs := [p for p in zip(parts, parts[1:]) if p in ranks]:
        i = list(zip(parts, parts[1:])).index(max(pairs, key=ranks.get))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


@wrong("bytes.encode", "from right to left")
def _(word, ranks):
    parts = [bytes([byte]) for byte in word]
    while places := [i for i in range(len(parts) - 1) if (parts[i], parts[i + 1]) in ranks]:
        parts[places[-1] : places[-1] + 2] = [parts[places[-1]] + parts[places[-1] + 1]]
    return parts


@wrong("bytes.encode", "pairs that have no rank")
def _(word, ranks):
    parts = [bytes([byte]) for byte in word]
    while len(parts) >= 2:
        best = min(zip(parts, parts[1:]), key=lambda pair: ranks.get(pair, math.inf))
        parts = naive_bpe.merge_pair(parts, best, b"".join(best))
    return parts


wrong("bytes.encode", "Nothing is joined")(lambda word, ranks: [bytes([byte]) for byte in word])


@wrong("bytes.encode", "pair of rank 0 is not joined")
def _(word, ranks):
    parts = [bytes([byte]) for byte in word]
    while pairs := [p for p in zip(parts, parts[1:]) if ranks.get(p)]:
        i = list(zip(parts, parts[1:])).index(min(pairs, key=ranks.get))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


@right("bytes.decode_stream")
def _(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    for chunk in chunks:
        yield from decoder.decode(chunk)
    yield from decoder.decode(b"", True)


wrong("bytes.decode_stream", "becomes �")(lambda chunks: (c.decode("utf-8", "replace") for c in chunks))


@wrong("bytes.decode_stream", "holds finished characters back")
def _(chunks):
    held = b""
    for chunk in chunks:
        held += chunk
        text = held.decode(errors="replace")
        if text and text[-1] != "�":
            yield text
            held = b""
    yield held.decode(errors="replace")


wrong("bytes.decode_stream", "left out")(lambda chunks: codecs.iterdecode(chunks, "utf-8", errors="ignore"))
wrong("bytes.decode_stream", "waits for the end")(lambda chunks: iter([b"".join(chunks).decode(errors="replace")]))


@right("bytes.split")
def _(text):
    words, i = [], 0
    for match in re.finditer(r" ?\S+", text):
        words += [text[i : match.start()]] * (i < match.start()) + [match.group()]
        i = match.end()
    return words + [text[i:]] * (i < len(text))


@wrong("bytes.split", "What the text ends with gets lost")
def _(text):
    starts = [match.start() for match in re.finditer(r" ?\S+|\s+?(?= ?\S)|\s+", text)]
    return [text[start:end] for start, end in zip(starts, starts[1:])]


wrong("bytes.split", "lost")(str.split)
wrong("bytes.split", "run of newlines")(lambda text: re.findall(r"\s+(?!\S)| ?\S+|\s", text))
wrong("bytes.split", "always apart")(lambda text: [part for part in re.split(r"(\s+)", text) if part])


@right("bytes.dropout")
def _(word, ranks, p, random):
    parts = [word[i : i + 1] for i in range(len(word))]
    while True:
        places = [i for i in range(len(parts) - 1) if (parts[i], parts[i + 1]) in ranks]
        kept = [i for i in places if not random.random() < p]
        if not kept:
            return parts
        i = min(kept, key=lambda i: ranks[parts[i], parts[i + 1]])
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


wrong("bytes.dropout", "this is BPE")(lambda word, ranks, p, random: EXERCISES["bytes.encode"](word, ranks))


@wrong("bytes.dropout", "It keeps a merge with probability p")
def _(word, ranks, p, random):
    parts = [word[i : i + 1] for i in range(len(word))]
    while True:
        pairs = list(zip(parts, parts[1:]))
        kept = [(ranks[pair], i) for i, pair in enumerate(pairs) if pair in ranks and random.random() < p]
        if not kept:
            return parts
        i = min(kept)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("bytes.dropout", "once for each pair")
def _(word, ranks, p, random):
    parts = [word[i : i + 1] for i in range(len(word))]
    while True:
        kept = {pair: ranks[pair] for pair in dict.fromkeys(zip(parts, parts[1:])) if pair in ranks}
        kept = {pair: rank for pair, rank in kept.items() if random.random() >= p}
        if not kept:
            return parts
        i = list(zip(parts, parts[1:])).index(min(kept, key=kept.get))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("bytes.dropout", "ends at the first drop")
def _(word, ranks, p, random):
    parts = [word[i : i + 1] for i in range(len(word))]
    while True:
        places = [i for i in range(len(parts) - 1) if (parts[i], parts[i + 1]) in ranks]
        if not places or random.random() < p:
            return parts
        i = min(places, key=lambda i: ranks[parts[i], parts[i + 1]])
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


wrong("bytes.dropout", "")(lambda word, ranks, p, random: [word[i : i + 1] for i in range(len(word))])

wrong("bytes.dropout", "from the source that is given")(
    lambda word, ranks, p, random: EXERCISES["bytes.dropout"](word, ranks, p, Random())
)

# Lesson 04

right("wordpiece.score")(lambda pair, left, right: pair / left / right)
wrong("wordpiece.score", "//")(lambda pair, left, right: pair // (left * right))
wrong("wordpiece.score", "smaller count alone")(lambda pair, left, right: pair / min(left, right))
wrong("wordpiece.score", "right part is forgotten")(lambda pair, left, right: pair / left)


@right("wordpiece.longest_match")
def _(word, vocab):
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
def _(word, vocab):
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


@wrong("wordpiece.longest_match", "for ever")
def _(word, vocab):
    tokens = []
    while len(word) > 0:
        i = len(word)
        while i > 0 and word[:i] not in vocab:
            i -= 1
        if i == 0:
            return ["[UNK]"]
        tokens.append(word[:i])
        word = word[i:]
        if len(word) > 0:
            word = f"##{word}"
    return tokens


@wrong("wordpiece.longest_match", "put on after the look-up")
def _(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        end = next((end for end in range(len(word), start, -1) if word[start:end] in vocab), None)
        if end is None:
            return ["[UNK]"]
        tokens.append("##" * (start > 0) + word[start:end])
        start = end
    return tokens


@wrong("wordpiece.longest_match", "one token, and no other")
def _(word, vocab):
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


@wrong("wordpiece.longest_match", "by the letters alone")
def _(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        found = [word[start:end] for end in range(start + 1, len(word) + 1)]
        found = [token for piece in found if (token := "##" * (start > 0) + piece) in vocab]
        if not found:
            return ["[UNK]"]
        tokens.append(found[-1])
        start += len(found[-1])
    return tokens


@wrong("wordpiece.longest_match", "at least one letter")
def _(word, vocab):
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


@wrong("wordpiece.longest_match", "lower case")
def _(word, vocab):
    return EXERCISES["wordpiece.longest_match"](word.casefold(), vocab)


right("wordpiece.decode")(lambda tokens: " ".join(tokens).replace(" ##", ""))
wrong("wordpiece.decode", "first token")(lambda tokens: (" " + " ".join(tokens)).replace(" ##", "").strip())
wrong("wordpiece.decode", "no space before")(lambda tokens: " ".join(t.removeprefix("##") for t in tokens))
wrong("wordpiece.decode", "beginning of a token")(lambda tokens: " ".join(tokens).replace("##", ""))
wrong("wordpiece.decode", "beginning of a token")(lambda tokens: " ".join(tokens).replace(" ##", "").replace("##", ""))
for start, sentence in (1, "takes off one"), (3, "takes off three"):
    wrong("wordpiece.decode", sentence)(
        lambda tokens, start=start: "".join(
            token[start:] if i and token[:2] == "##" else " " * (i > 0) + token for i, token in enumerate(tokens)
        )
    )
wrong("wordpiece.decode", "rest of a word gets lost")(
    lambda tokens: " ".join(token for i, token in enumerate(tokens) if i == 0 or token[:2] != "##")
)

# Lesson 05


@right("unigram.segmentations")
def _(word, pieces):
    masks = itertools.product([0, 1], repeat=max(len(word) - 1, 0))
    ways = []
    for mask in masks:
        cuts = [0, *(i + 1 for i, bit in enumerate(mask) if bit), len(word)]
        ways.append(tuple(word[a:b] for a, b in zip(cuts, cuts[1:]) if a < b))
    return sorted({way for way in ways if all(piece in pieces for piece in way)})


@wrong("unigram.segmentations", "by the longest pieces")
def _(word, pieces):
    way, rest = [], word
    while rest:
        ends = [end for end in range(len(rest), 0, -1) if rest[:end] in pieces]
        if not ends:
            return []
        way.append(rest[: ends[0]])
        rest = rest[ends[0] :]
    return [tuple(way)]


@wrong("unigram.segmentations", "not sorted")
def _(word, pieces):
    return EXERCISES["unigram.segmentations"](word, pieces)[::-1]


@wrong("unigram.segmentations", "more than once")
def _(word, pieces):
    some = [way for count in range(len(pieces) + 1) for way in itertools.permutations(sorted(pieces), count)]
    return sorted(way for way in some if "".join(way) == word)


@wrong("unigram.segmentations", "Pieces of one letter")
def without_letters(word, pieces):
    if not word:
        return [()]
    firsts = [word[:end] for end in range(2, len(word) + 1) if word[:end] in pieces]
    return sorted((first, *rest) for first in firsts for rest in without_letters(word[len(first) :], pieces))


@wrong("unigram.segmentations", "made anew in the loop")
def only_the_word(word, pieces):
    found = [] if word else [()]
    for end in range(1, len(word) + 1):
        found = []
        if word[:end] in pieces:
            found += [(word[:end], *rest) for rest in only_the_word(word[end:], pieces)]
    return sorted(found)


@wrong("unigram.segmentations", "Only the empty word has one")
def never_to_the_end(word, pieces):
    if not word:
        return [()]
    firsts = [word[:end] for end in range(1, len(word)) if word[:end] in pieces]
    return sorted((first, *rest) for first in firsts for rest in never_to_the_end(word[len(first) :], pieces))


@wrong("unigram.segmentations", "no longer word has any")
def none_at_all(word, pieces):
    if not word:
        return []
    firsts = [word[:end] for end in range(1, len(word) + 1) if word[:end] in pieces]
    return sorted((first, *rest) for first in firsts for rest in none_at_all(word[len(first) :], pieces))


wrong("unigram.segmentations", "The empty word has one")(
    lambda word, pieces: EXERCISES["unigram.segmentations"](word, pieces) if word else []
)


@right("unigram.viterbi")
def _(word, log_probs):
    @lru_cache(None)
    def best(end):
        if end == 0:
            return 0.0, ()
        ways = [(best(i), word[i:end]) for i in range(end) if word[i:end] in log_probs]
        return max(((s + log_probs[p], (*w, p)) for (s, w), p in ways), default=(-math.inf, ()))

    for end in range(len(word)):
        best(end)
    score, way = best(len(word))
    return list(way) if score > -math.inf else []


wrong("unigram.viterbi", "back to front")(lambda w, scores: EXERCISES["unigram.viterbi"](w, scores)[::-1])
wrong("unigram.viterbi", "It returns ValueError")(lambda word, scores: ValueError)
wrong("unigram.viterbi", "It returns a ValueError")(lambda word, scores: ValueError("no"))


@wrong("unigram.viterbi", "Logarithms are added")
def _(word, log_probs):
    best, starts = [1.0] + [-math.inf] * len(word), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in log_probs:
                score = best[start] * log_probs[word[start:end]]
                if score > best[end]:
                    best[end], starts[end] = score, start
    pieces, end = [], len(word)
    if best[end] == -math.inf:
        return []
    while end > 0:
        pieces.insert(0, word[starts[end] : end])
        end = starts[end]
    return pieces


def without(word, log_probs, better, join):
    """Viterbi's search with another way to join scores, or to choose among them."""
    best, starts = [0.0] + [-math.inf] * len(word), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in log_probs and best[start] > -math.inf:
                score = join(best[start], log_probs[word[start:end]])
                if better(score, best[end]):
                    best[end], starts[end] = score, start
    pieces, end = [], len(word) if best[-1] > -math.inf else 0
    while end:
        pieces.insert(0, word[starts[end] : end])
        end = starts[end]
    return pieces


wrong("unigram.viterbi", "keeps the last piece")(
    lambda word, scores: without(word, scores, lambda score, best: True, lambda best, score: best + score)
)
wrong("unigram.viterbi", "compares the last pieces alone")(
    lambda word, scores: without(word, scores, lambda score, best: score > best, lambda best, score: score)
)
wrong("unigram.viterbi", "fewest pieces")(
    lambda word, scores: without(word, scores, lambda score, best: score > best, lambda best, score: best - 1)
)


@wrong("unigram.fewest_pieces", "keeps the last piece")
def _(word, pieces):
    fewest = [0, *[math.inf] * len(word)]
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in pieces:
                fewest[end] = 1 + fewest[start]
    return fewest[-1] if fewest[-1] < math.inf else None


@wrong("unigram.viterbi", "longest piece that fits")
def _(word, log_probs):
    way = []
    while word:
        piece = next((word[:i] for i in range(len(word), 0, -1) if word[:i] in log_probs), None)
        if piece is None:
            return []
        way.append(piece)
        word = word[len(piece) :]
    return way


@wrong("unigram.viterbi", "")
def _(word, log_probs):
    ways = EXERCISES["unigram.segmentations"](word, set(log_probs))
    return list(max(ways, key=lambda way: sum(log_probs[piece] for piece in way), default=()))


@right("unigram.loss")
def _(word_counts, log_probs):
    viterbi = EXERCISES["unigram.viterbi"]
    return -sum(n * sum(log_probs[p] for p in viterbi(word, log_probs)) for word, n in word_counts.items())


@wrong("unigram.loss", "how often each word")
def _(word_counts, log_probs):
    viterbi = EXERCISES["unigram.viterbi"]
    return -sum(sum(log_probs[p] for p in viterbi(word, log_probs)) for word in word_counts)


@wrong("unigram.loss", "a piece itself")
def _(word_counts, log_probs):
    found = 0.0
    for word, count in word_counts.items():
        pieces = [word] if word in log_probs else EXERCISES["unigram.viterbi"](word, log_probs)
        found -= count * sum(log_probs[piece] for piece in pieces)
    return found


wrong("unigram.loss", "sign")(lambda counts, log_probs: -EXERCISES["unigram.loss"](counts, log_probs))
right("unigram.expected_counts")(
    lambda word, log_probs: dict.fromkeys(log_probs, 0) | EXERCISES["unigram.expected_counts"](word, log_probs)
)


@wrong("unigram.expected_counts", "best segmentation")
def _(word, log_probs):
    best = [(0.0, ())] + [(-math.inf, ())] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            piece = word[start:end]
            if piece in log_probs:
                best[end] = max(best[end], (best[start][0] + log_probs[piece], (*best[start][1], piece)))
    return dict(Counter(best[-1][1]))


wrong("unigram.expected_counts", "best segmentation")(
    lambda word, log_probs: Counter(EXERCISES["unigram.viterbi"](word, log_probs))
)


@wrong("unigram.expected_counts", "")
def _(word, log_probs):
    return {piece: math.exp(score) for piece, score in log_probs.items()}


def by_products(word, log_probs, guarded):
    size, probs = len(word), {piece: math.exp(score) for piece, score in log_probs.items()}
    to, on = [1.0] + [0.0] * size, [0.0] * size + [1.0]
    for end in range(1, size + 1):
        to[end] = sum(to[start] * probs.get(word[start:end], 0.0) for start in range(end))
    for start in reversed(range(size)):
        on[start] = sum(probs.get(word[start:end], 0.0) * on[end] for end in range(start + 1, size + 1))
    counts = Counter()
    for start, end in itertools.combinations(range(size + 1), 2) if to[-1] or not guarded else ():
        piece = word[start:end]
        if piece in probs:
            counts[piece] += to[start] * probs[piece] * on[end] / to[-1]
    return counts


wrong("unigram.expected_counts", "vanish on a long word")(lambda word, scores: by_products(word, scores, True))
wrong("unigram.expected_counts", "ZeroDivisionError")(lambda word, scores: by_products(word, scores, False))


@right("unigram.fewest_pieces")
def _(word, pieces):
    reached, count = {0}, 0
    while len(word) not in reached:
        reached = {i + len(piece) for i in reached for piece in pieces if word.startswith(piece, i)}
        count += 1
        if not reached:
            return None
    return count


wrong("unigram.fewest_pieces", "empty word")(lambda w, pieces: EXERCISES["unigram.fewest_pieces"](w, pieces) or None)


@wrong("unigram.fewest_pieces", "keeps the first piece")
def _(word, pieces):
    fewest = [0] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if fewest[end] is None and fewest[start] is not None and word[start:end] in pieces:
                fewest[end] = fewest[start] + 1
    return fewest[-1]


@wrong("unigram.fewest_pieces", "the most pieces")
def _(word, pieces):
    fewest = [0]
    for end in range(1, len(word) + 1):
        fewest.append(max((fewest[start] + 1 for start in range(end) if word[start:end] in pieces), default=math.inf))
    return None if fewest[-1] == math.inf else fewest[-1]


@wrong("unigram.fewest_pieces", "goes through all segmentations")
def all_counts(word, pieces):
    rests = [word[end:] for end in range(1, len(word) + 1) if word[:end] in pieces]
    counts = [count + 1 for rest in rests if (count := all_counts(rest, pieces)) is not None]
    return min(counts, default=None) if word else 0


@wrong("unigram.fewest_pieces", "at the end that fits")
def _(word, pieces):
    count = 0
    while word:
        for start in range(len(word)):
            if word[start:] in pieces:
                word = word[:start]
                count += 1
                break
        else:
            return None
    return count


@wrong("unigram.fewest_pieces", "wherever they are")
def _(word, pieces):
    count = 0
    for piece in sorted(pieces, key=lambda piece: (len(piece), piece), reverse=True):
        count += word.count(piece)
        word = word.replace(piece, "")
    return None if word else count


@wrong("unigram.fewest_pieces", "longest piece that fits")
def _(word, pieces):
    n, i = 0, 0
    while i < len(word):
        j = next((j for j in range(len(word), i, -1) if word[i:j] in pieces), None)
        if j is None:
            return None
        i, n = j, n + 1
    return n


wrong("unigram.fewest_pieces", "None was asked for")(
    lambda word, pieces: min(map(len, EXERCISES["unigram.segmentations"](word, pieces)), default=math.inf)
)

# Lesson 06


@right("special.cut")
def _(text, tokens):
    parts, begun, i = [], "", 0
    while i < len(text):
        token = max((t for t in tokens if text.startswith(t, i)), key=len, default="")
        if token:
            parts += [begun] * bool(begun) + [token]
            begun, i = "", i + len(token)
        else:
            begun, i = begun + text[i], i + 1
    return parts + [begun] * bool(begun)


wrong("special.cut", "Empty parts")(
    lambda text, tokens: re.split(f"({'|'.join(map(re.escape, sorted(tokens, key=len, reverse=True)))})", text)
)
wrong("special.cut", "takes the shorter one")(
    lambda text, tokens: [p for p in re.split(f"({'|'.join(map(re.escape, sorted(tokens, key=len)))})", text) if p]
)


@right("special.add_tokens")
def _(vocab, tokens):
    if len(set(tokens)) < len(tokens) or set(tokens) & set(vocab):
        raise ValueError("there already")
    new = vocab.copy()
    for token in tokens:
        new[token] = max(new.values()) + 1
    return new


wrong("special.cut", "Only the tokens are left")(
    lambda text, tokens: re.findall("|".join(sorted(map(re.escape, tokens), key=len, reverse=True)), text)
)


@wrong("special.add_tokens", "The highest id is taken")
def _(vocab, tokens):
    new = dict(vocab)
    for token in tokens:
        if token in new:
            raise ValueError(token)
        new[token] = max(new.values())
    return new


@wrong("special.add_tokens", "It returns a ValueError")
def _(vocab, tokens):
    if len({*vocab, *tokens}) < len(vocab) + len(tokens):
        return ValueError("there already")
    return EXERCISES["special.add_tokens"](vocab, tokens)


@wrong("special.add_tokens", "gives None instead")
def _(vocab, tokens):
    if len(set(tokens)) < len(tokens) or set(tokens) & set(vocab):
        print("they are there already")
        return None
    return EXERCISES["special.add_tokens"](vocab, tokens)


@wrong("special.add_tokens", "Ids may have gaps")
def _(vocab, tokens):
    if len(set(tokens)) < len(tokens) or set(tokens) & set(vocab):
        raise ValueError
    return vocab | {token: len(vocab) + i for i, token in enumerate(tokens)}


@wrong("special.add_tokens", "still checking")
def _(vocab, tokens):
    for token in tokens:
        if token in vocab:
            raise ValueError(token)
        vocab[token] = 1 + max(vocab.values())
    return vocab.copy()


right("special.pair")(lambda a, b, c, s: [[c, *a, s, *b, s], [0] + [0] * len(a) + [0] + [1] * len(b) + [1]])
wrong("special.pair", "last `sep`")(lambda a, b, c, s: ([c, *a, s, *b, s], [0] * (len(a) + 2) + [1] * len(b) + [0]))
wrong("special.pair", "type ids")(lambda a, b, c, s: [c, *a, s, *b, s])


@right("special.chat")
def _(turns, encode, ids):
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


@wrong("special.chat", "A user can write")
def _(turns, encode, ids):
    found = []
    for role, text in turns:
        found += [ids["<|start|>"]] + encode(role) + [ids["<|sep|>"]] + encode(text) + [ids["<|end|>"]]
    return found


@wrong("special.chat", "")
def _(turns, encode, ids):
    clean = [(role, re.sub("|".join(map(re.escape, ids)), "", text)) for role, text in turns]
    return EXERCISES["special.chat"](clean, encode, ids)


# Lesson 07


@right("offsets.normalize")
def _(text):
    text_out, spans, i = "", [], 0
    for group in regex.findall(r"\P{M}\p{M}*|\p{M}+", text):
        for char in unicodedata.normalize("NFKC", group):
            text_out += char.lower()
            spans += [(i, i + len(group))] * len(char.lower())
        i += len(group)
    return text_out, spans


@wrong("offsets.normalize", "one character at a time")
def _(text):
    out, spans = "", []
    for i, char in enumerate(text):
        new = "".join(c.lower() for c in unicodedata.normalize("NFKC", char))
        out += new
        spans += [(i, i + 1)] * len(new)
    return out, spans


@wrong("offsets.normalize", "")
def _(text):
    new = unicodedata.normalize("NFKC", text).lower()
    return new, [(i, i + 1) for i in range(len(new))]


@right("offsets.windows")
def _(length, size, stride):
    if stride < 0 or stride >= size:
        raise ValueError
    if length == 0:
        return []
    count = max(0, math.ceil((length - size) / (size - stride))) + 1
    return [[i * (size - stride), min(i * (size - stride) + size, length)] for i in range(count)]


@wrong("offsets.windows", "inside the one before")
def _(length, size, stride):
    if not 0 <= stride < size:
        raise ValueError
    return [(i, min(i + size, length)) for i in range(0, length, size - stride)]


wrong("offsets.windows", "")(lambda length, size, stride: [(i, i + size) for i in range(0, length, size - stride)])


@right("offsets.group")
def _(labels, offsets, text):
    found, open_ = [], None
    for label, (a, b) in zip(labels, offsets):
        if open_ and label == f"I-{open_[0]}":
            open_[2] = b
        else:
            open_ = None if label == "O" else [label.split("-", 1)[1], a, b]
            found += [open_] if open_ else []
    return [(kind, text[a:b]) for kind, a, b in found]


@wrong("offsets.group", "")
def _(labels, offsets, text):
    return [(kind[-3:], name) for kind, name in EXERCISES["offsets.group"](labels, offsets, text)]


@wrong("offsets.group", "begins with `I-` gets lost")
def _(labels, offsets, text):
    found = []
    for label, (a, b) in zip(labels, offsets):
        if label[0] == "B":
            found.append([label[2:], a, b])
            open_ = label[2:]
        elif label[0] == "I" and found and label[2:] == open_:
            found[-1][2] = b
        else:
            open_ = None
    return [(kind, text[a:b]) for kind, a, b in found]


wrong("offsets.group", "is a name by itself")(
    lambda labels, offsets, text: [(label[2:], text[a:b]) for label, (a, b) in zip(labels, offsets) if label != "O"]
)


@right("offsets.best_span")
def _(starts, ends, longest):
    best = None
    for i, start in enumerate(starts):
        for j, end in enumerate(ends):
            if i <= j and j - i + 1 <= longest and (best is None or start + end >= best[0]):
                best = start + end, [i, j]
    return best and best[1]


wrong("offsets.best_span", "end comes before the start")(
    lambda starts, ends, longest: (starts.index(max(starts)), ends.index(max(ends))) if starts else None
)
wrong("offsets.best_span", "at most `longest` tokens means")(
    lambda starts, ends, longest: max(
        ((i, j) for i in range(len(starts)) for j in range(i, len(ends)) if j - i <= longest),
        key=lambda span: starts[span[0]] + ends[span[1]],
        default=None,
    )
)

# Lessons 08 to 10


@right("real.merges_from_ranks")
def _(ranks):
    merges = []
    for token, rank in ranks.items():
        parts = [bytes([byte]) for byte in token]
        while True:
            joins = [
                (ranks[a + b], i) for i, (a, b) in enumerate(zip(parts, parts[1:])) if ranks.get(a + b, rank) < rank
            ]
            if not joins:
                break
            i = min(joins)[1]
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        if len(parts) == 2:
            merges.append(tuple(parts))
    return merges


@wrong("real.merges_from_ranks", "any two parts")
def _(ranks):
    merges = []
    for token in ranks:
        for i in range(1, len(token)):
            if token[:i] in ranks and token[i:] in ranks:
                merges.append((token[:i], token[i:]))
                break
    return merges


@wrong("real.merges_from_ranks", "any two parts")
def _(ranks):
    merges = []
    for token in ranks:
        cuts = [(token[:i], token[i:]) for i in range(1, len(token)) if token[:i] in ranks and token[i:] in ranks]
        merges += [min(cuts, key=lambda cut: ranks[cut[0]] + ranks[cut[1]])] if cuts else []
    return merges


@wrong("real.merges_from_ranks", "joins the parts to the whole token")
def _(ranks):
    merges = []
    for token in ranks:
        parts = [bytes([byte]) for byte in token]
        while len(parts) > 1:
            i = min(range(len(parts) - 1), key=lambda i: ranks.get(parts[i] + parts[i + 1], len(ranks)))
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        merges += [tuple(parts)] * (len(token) > 1)
    return merges


@right("real.encode_iterable")
def _(chunks, encode, pattern):
    waiting = ""
    for chunk in chunks:
        for char in chunk:
            if char == " " and waiting and not waiting[-1].isspace():
                yield from encode(waiting)
                waiting = ""
            waiting += char
    yield from encode(waiting)


wrong("real.encode_iterable", "by itself")(lambda chunks, encode, pattern: (id for c in chunks for id in encode(c)))


@wrong("real.encode_iterable", "It cuts before newlines, too")
def _(chunks, encode, pattern):
    waiting = ""
    for chunk in chunks:
        waiting += chunk
        if places := [match.start() for match in re.finditer(r"(?<=\S)\s", waiting)]:
            yield from encode(waiting[: places[-1]])
            waiting = waiting[places[-1] :]
    yield from encode(waiting)


wrong("real.encode_iterable", "Everything is read")(lambda chunks, encode, pattern: iter(encode("".join(chunks))))


@right("real.new_rows")
def _(rows, pieces):
    made = [list(row) for row in rows]
    for ids in pieces:
        made.append([sum(rows[id][i] for id in ids) / len(ids) for i in range(len(rows[0]))])
    return made


@wrong("real.new_rows", "adds the rows up")
def _(rows, pieces):
    return [*rows, *([sum(rows[id][i] for id in ids) for i in range(len(rows[0]))] for ids in pieces)]


@wrong("real.new_rows", "the mean of all rows")
def _(rows, pieces):
    return rows + [[sum(column) / len(column) for column in zip(*rows)] for _ in pieces]


@wrong("real.new_rows", "count twice")
def _(rows, pieces):
    chosen = [[rows[id] for id in set(ids)] for ids in pieces]
    return rows + [[sum(column) / len(column) for column in zip(*found)] for found in chosen]


@wrong("real.new_rows", "changes its arguments")
def _(rows, pieces):
    for ids in pieces:
        rows.append([sum(rows[id][i] for id in ids) / len(ids) for i in range(len(rows[0]))])
    return rows


@right("real.pad")
def _(batch, pad):
    longest = max([len(row) for row in batch] or [0])
    both = [(list(row) + [pad] * longest)[:longest] for row in batch]
    return both, [[int(i < len(row)) for i in range(longest)] for row in batch]


@wrong("real.pad", "pad id in the text")
def _(batch, pad):
    ids = [row + [pad] * (max(map(len, batch)) - len(row)) for row in batch]
    return ids, [[int(id != pad) for id in row] for row in ids]


@wrong("real.pad", "two empty lists")
def _(batch, pad):
    longest = max(map(len, batch), default=0)
    return [*zip(*((row + [pad] * (longest - len(row)), [1] * len(row) + [0] * (longest - len(row))) for row in batch))]


wrong("real.pad", "The mask is missing")(
    lambda batch, pad: [row + [pad] * (max(map(len, batch)) - len(row)) for row in batch]
)


@wrong("real.pad", "empty batch")
def _(batch, pad):
    n = max(len(row) for row in batch)
    return [r + [pad] * (n - len(r)) for r in batch], [[1] * len(r) + [0] * (n - len(r)) for r in batch]


@right("fast.update_counts")
def _(words, frequencies, pair, new, counts):
    for n, word in enumerate(words):
        i = 0
        while i < len(word) - 1:
            if (word[i], word[i + 1]) != pair:
                i += 1
                continue
            for neighbours, sign in (((i - 1, i), -1), ((i, i + 1), -1), ((i + 1, i + 2), -1)):
                if neighbours[0] >= 0 and neighbours[1] < len(word):
                    counts[word[neighbours[0]], word[neighbours[1]]] += sign * frequencies[n]
            word[i : i + 2] = [new]
            if i:
                counts[word[i - 1], new] = counts.get((word[i - 1], new), 0) + frequencies[n]
            if i + 1 < len(word):
                counts[new, word[i + 1]] = counts.get((new, word[i + 1]), 0) + frequencies[n]
            i += 1


@wrong("fast.update_counts", "far more of them than the merge touches")
def _(words, frequencies, pair, new, counts):
    words[:] = [list(map(int, w)) for w in words]
    for w in words:
        merged = []
        for id in w:
            merged.append(id)
            if tuple(merged[-2:]) == pair:
                merged[-2:] = [new]
        w[:] = merged
    counts.clear()
    for w, n in zip(words, frequencies):
        for p in zip(w, w[1:]):
            counts[p] = counts.get(p, 0) + n


wrong("fast.update_counts", "Nothing has changed")(lambda words, frequencies, pair, new, counts: None)


@right("fast.exponent")
def _(size, seconds, larger, its_seconds):
    from math import log2

    return (log2(its_seconds) - log2(seconds)) / (log2(larger) - log2(size))


wrong("fast.exponent", "ratio of the times alone")(lambda size, seconds, larger, its: its / seconds)
wrong("fast.exponent", "Divide the logarithms")(lambda size, seconds, larger, its: its / seconds * size / larger)


@right("fast.next_pair")
def _(queue, counts):
    import heapq

    while queue:
        front, pair = queue[0]
        now = counts.get(pair) or 0
        if now == 0:
            heapq.heappop(queue)
        elif now < -front:
            heapq.heapreplace(queue, (-now, pair))
        else:
            return heapq.heappop(queue)[1]


@wrong("fast.next_pair", "goes through the whole queue")
def _(queue, counts):
    while queue:
        queue.sort()
        count, pair = queue.pop(0)
        if counts.get(pair) == -count:
            return pair
        if pair in counts:
            queue.append((-counts[pair], pair))
    return None


@wrong("fast.next_pair", "believes the entry")
def _(queue, counts):
    import heapq

    try:
        return heapq.heappop(queue)[1]
    except IndexError:
        return None


@wrong("fast.next_pair", "no longer occurs comes out")
def _(queue, counts):
    import heapq

    while queue and -queue[0][0] != counts.get(queue[0][1], 0):
        heapq.heapreplace(queue, (-counts.get(queue[0][1], 0), queue[0][1]))
    return heapq.heappop(queue)[1] if queue else None


wrong("fast.next_pair", "each call starts anew")(
    lambda queue, counts: min(counts, key=lambda pair: (-counts[pair], pair)) if len(counts) else None
)


@right("fast.hit_rate")
def _(words, room):
    found, kept = 0, []
    for word in words:
        found += word in kept
        if word not in kept:
            kept = [*kept, word] if len(kept) < room else [word]
    return found / max(len(words), 1)


@wrong("fast.hit_rate", "never emptied")
def _(words, room):
    seen, found = set(), 0
    for word in words:
        found += word in seen
        seen.add(word)
    return found / len(words) if words else 0.0


wrong("fast.hit_rate", "These are per cent")(
    lambda words, room: round(100 * EXERCISES["fast.hit_rate"].solution(words, room), 6)
)


@wrong("fast.hit_rate", "nothing to divide by")
def _(words, room):
    seen, found = [], 0
    for word in words:
        if word in seen:
            found += 1
        else:
            seen = seen + [word] if len(seen) < room else [word]
    return found / len(words)


@wrong("fast.update_counts", "side by side")
def _(words, frequencies, pair, new, counts):
    a, b = pair
    for word, n in zip(words, frequencies):
        i, result = 0, []
        while i < len(word):
            if i + 1 < len(word) and word[i] == a and word[i + 1] == b:
                counts[a, b] -= n
                if i > 0:
                    counts[word[i - 1], a] = counts.get((word[i - 1], a), 0) - n
                    counts[word[i - 1], new] = counts.get((word[i - 1], new), 0) + n
                if i + 2 < len(word):
                    counts[b, word[i + 2]] = counts.get((b, word[i + 2]), 0) - n
                    counts[new, word[i + 2]] = counts.get((new, word[i + 2]), 0) + n
                result.append(new)
                i += 2
            else:
                result.append(word[i])
                i += 1
        word[:] = result


right("bite.digits")(r"\d+?(?=(?:\d{3})*(?!\d))")
wrong("bite.digits", "from the left")(r"\d{1,3}")
wrong("bite.digits", "")(r"\d{1,3}(?=(?:\d{3})*\b)")
wrong("bite.digits", "in no match")(r"\d{1,3}(?=(?:\d{3})+(?!\d))")
wrong("bite.digits", "in no match")(r"(?<=\d)(?=(?:\d{3})+(?!\d))")
wrong("bite.digits", "letter")(r"\d{1,3}(?=(?:\d{3})*$)")
wrong("bite.digits", "at the end of the text")(r"\d{1,3}(?=(?:\d{3})*\D)")
wrong("bite.digits", "a long number")(r"\d{1,3}(?=(?:\d{3}){0,2}(?!\d))")
wrong("bite.digits", "after the last come no threes")(r"\d{1,2}(?=(?:\d{3})+(?!\d))|\d{3}")
wrong("bite.digits", "goes from left to right")(r"(?r)\d{1,3}")
wrong("bite.digits", "used: '\\\\d{1,3}(' is not a regular expression")(r"\d{1,3}(")
wrong("bite.digits", "used: the pattern")(r"(?:(?:\d{999}){999}){9}")


@right("bite.heal")
def _(prompt, tok):
    if not prompt:
        return "", set(tok.vocab.values())
    encoding = tok(prompt)
    start = encoding.offsets[-1][0]
    return prompt[:start], {id for token, id in tok.vocab.items() if token[: len(prompt) - start] == prompt[start:]}


@right("bite.heal")
def _(prompt, tok):
    ids = tok.encode(prompt)
    if not ids:
        return "", set(tok.vocab.values())
    last = tok.decode(ids[-1:])
    return tok.decode(ids[:-1]), {id for token, id in tok.vocab.items() if token[: len(last)] == last}


@wrong("bite.heal", "Turned round")
def _(prompt, tok):
    last = (tok.tokenize(prompt) or [""])[-1]
    return prompt[: len(prompt) - len(last)], {id for token, id in tok.vocab.items() if last.startswith(token)}


wrong("bite.heal", "still in the prompt")(lambda prompt, tok: (prompt, EXERCISES["bite.heal"](prompt, tok)[1]))
wrong("bite.heal", "should give a set")(
    lambda prompt, tok: (EXERCISES["bite.heal"](prompt, tok)[0], [*EXERCISES["bite.heal"](prompt, tok)[1]])
)
wrong("bite.heal", "begins with its own text")(
    lambda prompt, tok: (
        EXERCISES["bite.heal"](prompt, tok)[0],
        EXERCISES["bite.heal"](prompt, tok)[1] - {tok.encode(prompt)[-1] if prompt else None},
    )
)
wrong("bite.heal", "empty prompt")(
    lambda prompt, tok: (
        prompt[: -len(tok.tokenize(prompt)[-1])],
        {id for token, id in tok.vocab.items() if token.startswith(tok.tokenize(prompt)[-1])},
    )
)


# Attempts that were judged right, or told a slip that was not theirs


@wrong("unigram.loss", "empty sequence")
def _(word_counts, log_probs):
    lost = 0.0
    for word, count in word_counts.items():
        best = [0.0]
        for end in range(1, len(word) + 1):
            starts = [start for start in range(end) if word[start:end] in log_probs]
            best.append(max(best[start] + log_probs[word[start:end]] for start in starts))
        lost -= count * best[-1]
    return lost


@wrong("wordpiece.longest_match", "It goes back")
def going_back(word, vocab, start=0):
    if start == len(word):
        return []
    for end in range(len(word), start, -1):
        token = "##" * (start > 0) + word[start:end]
        if token in vocab:
            rest = going_back(word, vocab, end)
            if "[UNK]" not in rest:
                return [token, *rest]
    return ["[UNK]"]


@wrong("wordpiece.longest_match", "missing in the answer")
def _(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        fits = [end for end in range(start + 1, len(word) + 1) if "##" * (start > 0) + word[start:end] in vocab]
        if not fits:
            return ["[UNK]"]
        tokens.append(word[start : max(fits)])
        start = max(fits)
    return tokens


@wrong("bytes.encode", "begins with characters")
def _(word, ranks):
    tokens = [char.encode() for char in word.decode()]
    while pairs := [pair for pair in zip(tokens, tokens[1:]) if pair in ranks]:
        i = list(zip(tokens, tokens[1:])).index(min(pairs, key=ranks.get))
        tokens[i : i + 2] = [b"".join(tokens[i : i + 2])]
    return tokens


@wrong("bpe.encode_word", "first occurrence alone")
def _(word, merges):
    tokens = list(word)
    for left, right in merges:
        if left in tokens and right in tokens and tokens.index(right) - tokens.index(left) == 1:
            tokens[tokens.index(left) : tokens.index(left) + 2] = [left + right]
    return tokens


@wrong("unigram.fewest_pieces", "there is an answer")
def _(word, pieces):
    fewest = [0, *[None] * len(word)]
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in pieces and fewest[start]:
                fewest[end] = fewest[start] + 1
    return fewest[-1]


@wrong("words.unknown_rate", "number of known tokens")
def _(tokens, vocab):
    known = [token for token in tokens if token in vocab]
    return (len(tokens) - len(known)) / len(known) if known else 0.0


@right("real.pad")
def _(batch, pad):
    import numpy

    longest = max(map(len, batch), default=0)
    ids, mask = numpy.full((len(batch), longest), pad), numpy.zeros((len(batch), longest), dtype=int)
    for place, row in enumerate(batch):
        ids[place, : len(row)], mask[place, : len(row)] = row, 1
    return ids, mask


@right("offsets.best_span")
def _(starts, ends, longest):
    import numpy

    places = [(i, j) for i in numpy.arange(len(starts)) for j in numpy.arange(i, min(i + longest, len(ends)))]
    return max(places, key=lambda place: starts[place[0]] + ends[place[1]], default=None)


@right("fast.update_counts")
def _(words, frequencies, pair, new, counts):
    for place, (word, frequency) in enumerate(zip(words, frequencies)):
        if pair in zip(word, word[1:]):
            for old in zip(word, word[1:]):
                counts[old] -= frequency
            words[place] = tuple(naive_bpe.merge_pair(word, pair, new))
            for made in zip(words[place], words[place][1:]):
                counts[made] = counts.get(made, 0) + frequency


wrong("real.pad", "pads with 0")(
    lambda batch, pad: (
        [row + [0] * (max(map(len, batch)) - len(row)) for row in batch],
        [[1] * len(row) + [0] * (max(map(len, batch)) - len(row)) for row in batch],
    )
)
wrong("offsets.windows", "The end of the text gets lost")(
    lambda length, size, stride: (
        [(start, min(start + size, length)) for start in range(0, length - stride, size - stride)]
        if 0 <= stride < size
        else int("no number")
    )
)


@wrong("offsets.group", "The last name gets lost")
def _(labels, offsets, text):
    found, kind, first, last = [], None, 0, 0
    for label, (start, end) in zip(labels, offsets):
        if kind and label == "I-" + kind:
            last = end
            continue
        if kind:
            found.append((kind, text[first:last]))
        kind, first, last = label[2:] or None, start, end
    return found


@wrong("fast.next_pair", "leaves it there")
def _(queue, counts):
    import heapq

    while queue:
        count, pair = queue[0]
        if counts.get(pair, 0) == -count:
            return pair
        heapq.heappop(queue)
        if counts.get(pair, 0):
            heapq.heappush(queue, (-counts[pair], pair))
    return None


wrong("fast.next_pair", "each call starts anew")(
    lambda queue, counts: min(zip([-n for n in counts.values()], counts.keys()), default=(0, None))[1]
)
wrong("special.cut", "A space is text, too")(
    lambda text, tokens: [
        part
        for part in re.split("(" + "|".join(map(re.escape, sorted(tokens, key=len, reverse=True))) + ")", text)
        if part.strip()
    ]
)
wrong("special.pair", "looks for the separator")(
    lambda first, second, cls, sep: (
        [cls, *first, sep, *second, sep],
        [int(n > [cls, *first, sep].index(sep)) for n in range(len(first) + len(second) + 3)],
    )
)


@wrong("offsets.normalize", "`casefold`")
def _(text):
    found = [(c, span) for char, span in zip(*EXERCISES["offsets.normalize"](text)) for c in char.casefold()]
    return "".join(char for char, _ in found), [span for _, span in found]


@wrong("fast.hit_rate", "one word more than")
def _(words, room):
    cache, hits = [], 0
    for word in words:
        hits += word in cache
        if word not in cache:
            cache = [*cache, word] if len(cache) <= room else [word]
    return hits / len(words) if words else 0.0


@wrong("unigram.fewest_pieces", "leaves a rest it can write")
def with_a_way_back(word, pieces):
    if not word:
        return 0
    for end in range(len(word), 0, -1):
        if word[:end] in pieces:
            rest = with_a_way_back(word[end:], pieces)
            if rest is not None:
                return rest + 1
    return None


wrong("words.unknown_rate", "none is `[UNK]`")(
    lambda tokens, vocab: tokens.count("[UNK]") / len(tokens) if tokens else 0.0
)
wrong("words.unknown_rate", "Only the last token counts")(
    lambda tokens, vocab: float(tokens[-1] not in vocab) / len(tokens) if tokens else 0.0
)
wrong("wordpiece.score", "It is rounded")(lambda pair, left, right: round(pair / left / right, 4))
wrong("bpe.count_pairs", "It gives a wrong answer")(
    lambda words: Counter({pair: 1 for word in words for pair in zip("".join(word), "".join(word)[1:])})
)


@wrong("special.cut", "inside the token that it has found")
def _(text, tokens):
    parts, beside = [], ""
    for i in range(len(text)):
        found = [token for token in tokens if text.startswith(token, i)]
        if found:
            parts += [beside] * bool(beside) + [max(found, key=len)]
            beside = ""
            i += len(parts[-1])
        else:
            beside += text[i]
    return parts + [beside] * bool(beside)


@wrong("special.cut", "")
def _(text, tokens):
    parts, beside, i = [], "", 0
    while i < len(text):
        for token in sorted(tokens, key=len, reverse=True):
            if text.startswith(token, i):
                parts += [beside] * bool(beside) + [token]
                beside, i = "", i + len(token)
        beside += text[i : i + 1]
        i += 1
    return parts + [beside] * bool(beside)


@wrong("special.chat", "It raises ValueError")
def _(turns, encode, ids):
    found = []
    for role, content in turns:
        if any(mark in role + content for mark in ids):
            raise ValueError(content)
        found += [ids["<|start|>"], *encode(role), ids["<|sep|>"], *encode(content), ids["<|end|>"]]
    return found


@wrong("fast.hit_rate", "forgets the new word")
def _(words, room):
    cache, hits = set(), 0
    for word in words:
        if word in cache:
            hits += 1
        elif len(cache) == room:
            cache.clear()
        else:
            cache.add(word)
    return hits / len(words) if words else 0.0


@wrong("fast.hit_rate", "It is always 0")
def _(words, room):
    cache, hits = [], 0
    for word in words:
        hits += word in cache
        if word not in cache:
            cache = [*cache, word] if len(cache) < room else [word]
    return hits // len(words) if words else 0


@wrong("fast.hit_rate", "It is always 0")
def _(words, room):
    cache, hits = set(), 0
    for word in words:
        if word in cache:
            hits += 1
        elif len(cache) == room:
            cache = {word}
    return hits / max(len(words), 1)


@wrong("fast.hit_rate", "empty at first")
def _(words, room):
    kept = dict(Counter(words).most_common(room))
    return sum(kept.values()) / max(len(words), 1)


@wrong("fast.next_pair", "each call starts anew")
def _(queue, counts):
    import heapq

    waiting = queue.copy()
    while waiting:
        count, pair = heapq.heappop(waiting)
        if counts.get(pair, 0) == -count:
            return pair
        if pair in counts:
            heapq.heappush(waiting, (-counts[pair], pair))
    return None


@wrong("special.add_tokens", "It changes its arguments")
def _(vocab, tokens):
    new = dict(vocab)
    while tokens:
        token = tokens.pop(0)
        if token in new:
            raise ValueError(token)
        new[token] = max(new.values()) + 1
    return new


@wrong("real.new_rows", "leaves the answer to chance")
def _(rows, pieces):
    import random

    return rows + [[random.uniform(-0.1, 0.1) for _ in rows[0]] for _ in pieces]


wrong("special.pair", "It gives None in this place, and should give a list.")(
    lambda first, second, cls, sep: ([cls, *first].extend([sep, *second, sep]), [0] * (len(first) + 2))
)
wrong("offsets.windows", "as large as the window, or larger")(
    lambda length, size, stride: [
        (start, min(start + size, length)) for start in range(0, max(length - stride, length > 0), size - stride)
    ]
)
wrong("offsets.best_span", "It gives a tuple here, and should give None")(lambda starts, ends, longest: (0, 0))


def scored_spans(starts, ends, fits):
    """The best of the spans that fit, of equal ones the last."""
    sums = [(starts[i] + ends[j], i, j) for i in range(len(starts)) for j in range(len(ends)) if fits(i, j)]
    return max(sums)[1:] if sums else None


wrong("offsets.best_span", "at most `longest` tokens means")(
    lambda starts, ends, longest: scored_spans(starts, ends, lambda i, j: i <= j <= i + longest)
)
wrong("offsets.best_span", "at most `longest` tokens are allowed")(
    lambda starts, ends, longest: scored_spans(starts, ends, lambda i, j: i <= j)
)
wrong("offsets.best_span", "end comes before the start")(
    lambda starts, ends, longest: scored_spans(starts, ends, lambda i, j: j - i < longest)
)


@wrong("offsets.best_span", "passes over negative scores")
def _(starts, ends, longest):
    best, found = 0, None
    for i in range(len(starts)):
        for j in range(i, min(i + longest, len(ends))):
            if starts[i] + ends[j] > best:
                best, found = starts[i] + ends[j], (i, j)
    return found


@wrong("unigram.viterbi", "other places begin at `-inf`")
def _(word, log_probs):
    best, starts = [0.0] * (len(word) + 1), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            piece = word[start:end]
            if piece in log_probs and best[start] + log_probs[piece] > best[end]:
                best[end], starts[end] = best[start] + log_probs[piece], start
    pieces, end = [], len(word)
    while end:
        pieces.insert(0, word[starts[end] : end])
        end = starts[end]
    return pieces


@wrong("unigram.viterbi", "not a piece gets the score 0")
def _(word, log_probs):
    best = [(0.0, [])]
    for end in range(1, len(word) + 1):
        ways = [(best[start][0] + log_probs.get(word[start:end], 0), start) for start in range(end)]
        score, start = max(ways, key=lambda way: way[0])
        best.append((score, [*best[start][1], word[start:end]]))
    return best[-1][1]


@wrong("offsets.normalize", "One span for a character that becomes several")
def _(text):
    new, spans, start = "", [], 0
    for group in re.findall(r".[\u0300-\u036f]*", text):
        for char in unicodedata.normalize("NFKC", group):
            new += char.lower()
            spans.append((start, start + len(group)))
        start += len(group)
    return new, spans


wrong("offsets.normalize", "and beside it the list of the spans")(
    lambda text: list(zip(*EXERCISES["offsets.normalize"](text)))
)


@wrong("offsets.windows", "repeats more than `stride` tokens")
def _(length, size, stride):
    if not 0 <= stride < size:
        raise ValueError
    if length <= size:
        return [(0, length)] if length else []
    return [*((i, i + size) for i in range(0, length - size, size - stride)), (length - size, length)]


@wrong("words.split_signs", "It prints something")
def _(text):
    for token in re.findall(r"\w+|[^\w\s]", text):
        print(token)


@wrong("words.build_vocab", "keeps something between the calls")
def _(tokens, size, vocab={"[UNK]": 0}):  # noqa: B006 (the slip)
    for word in sorted(set(tokens), key=lambda word: (-tokens.count(word), word))[: size - 1]:
        vocab.setdefault(word, len(vocab))
    return vocab


@wrong("unigram.fewest_pieces", "keeps something between the calls")
def _(word, pieces, known={}):  # noqa: B006 (the slip)
    if word not in known:
        known[word] = EXERCISES["unigram.fewest_pieces"](word, pieces)
    return known[word]


@wrong("words.unknown_rate", "The count begins at -1")
def _(tokens, vocab):
    unknown = -1
    for token in tokens:
        if token not in vocab:
            unknown += 1
    return unknown / max(len(tokens), 1) if tokens else 0.0


wrong("bytes.split", "leaves empty parts")(lambda text: re.split(r"( ?\S+)", text))
wrong("bytes.split", "drops a space at each cut")(lambda text: text.split(" "))
wrong("bytes.split", "a run of newlines")(lambda text: regex.findall(r" ?\S+|\s+(?!\S)|\s+", text))
wrong("bpe.decode", "A mark is not a pattern")(
    lambda ts, mark: "".join(re.sub(mark + "$", " ", t) for t in ts).rstrip()
)


@wrong("bpe.decode", "after the last mark gets lost")
def _(tokens, end_of_word):
    words, word = [], ""
    for token in tokens:
        if token.endswith(end_of_word):
            words.append(word + token.removesuffix(end_of_word))
            word = ""
        else:
            word += token
    return " ".join(words)


@wrong("bpe.encode_word", "ends at the first merge")
def _(word, merges):
    tokens = tuple(word)
    for pair in merges:
        if pair not in zip(tokens, tokens[1:]):
            break
        tokens = EXERCISES["bpe.merge_pair"](tokens, pair)
    return tokens


@wrong("unigram.segmentations", "append a copy")
def _(word, pieces):
    found, way = [], []

    def from_place(start):
        if start == len(word):
            found.append(way)
        for piece in sorted(pieces):
            if word.startswith(piece, start):
                way.append(piece)
                from_place(start + len(piece))
                way.pop()

    from_place(0)
    return found


@wrong("unigram.viterbi", "`end` goes up to")
def _(word, log_probs):
    best, starts = [0.0] + [-math.inf] * len(word), [0] * (len(word) + 1)
    for end in range(1, len(word)):
        for start in range(end):
            score = best[start] + log_probs.get(word[start:end], -math.inf)
            if score > best[end]:
                best[end], starts[end] = score, start
    pieces, end = [], len(word)
    while end:
        pieces.insert(0, word[starts[end] : end])
        end = starts[end]
    return pieces


@wrong("unigram.loss", "Only the last word counts")
def _(word_counts, log_probs):
    for word, count in word_counts.items():
        lost = 0.0
        lost -= count * sum(log_probs[piece] for piece in EXERCISES["unigram.viterbi"](word, log_probs))
    return lost


@pytest.mark.parametrize(("name", "attempt"), RIGHT, ids=[name for name, _ in RIGHT])
def test_a_right_attempt_written_another_way_is_right(name, attempt):
    assert check(name, attempt), check(name, attempt)


@pytest.mark.parametrize(("name", "sentence", "attempt"), WRONG, ids=[name for name, *_ in WRONG])
def test_a_wrong_attempt_gets_its_sentence(name, sentence, attempt):
    verdict = check(name, attempt)
    assert verdict.state == "not yet"
    assert sentence in verdict.sentence, verdict


def test_each_exercise_is_tried_with_one_right_and_two_wrong_attempts():
    names = [name for name in exercises() if not name.startswith("museum.")]
    assert {name for name, _ in RIGHT} == set(names)
    assert all(sum(name == other for other, *_ in WRONG) >= 2 for name in names)
    assert all(isinstance(EXERCISES[name], Write) or not callable(attempt) for name, attempt in RIGHT)


# Attempts that a known slip resembles on small cases, and is not.
UNLIKE = []


def unlike(name, sentence):
    return lambda attempt: UNLIKE.append((name, sentence, attempt)) or attempt


unlike("words.unknown_rate", "[UNK]")(lambda ts, vocab: sum(t not in " ".join(vocab) for t in ts) / len(ts or [1]))
unlike("words.unknown_rate", "known tokens")(
    lambda ts, vocab: sum(t not in vocab for t in ts) / len(ts) if ts and vocab else 0.0
)
unlike("real.new_rows", "adds the rows up")(
    lambda rows, pieces: rows + [[sum(c) / len(rows) for c in zip(*(rows[i] for i in ids))] for ids in pieces]
)
unlike("bpe.learn_merges", "rarest")(lambda ws, n: learn(ws, n, lambda c, p, ids: (-c, *map(ids.get, p)), pairs=set))


@unlike("bpe.encode_word", "Nothing is joined")
def _(word, merges):
    tokens = list(word)
    for left, right in merges:
        i = 0
        while i < len(tokens) - 2:
            if tokens[i : i + 2] == [left, right]:
                tokens[i : i + 2] = [left + right]
            i += 1
    return tokens


@unlike("bpe.encode_word", "Nothing is joined")
def _(word, merges):
    tokens = tuple(word)
    for pair in merges:
        if pair not in zip(tokens, tokens[1:]):
            break
        tokens = EXERCISES["bpe.merge_pair"](tokens, pair)
    return tokens


@pytest.mark.parametrize(("name", "sentence", "attempt"), UNLIKE, ids=[name for name, *_ in UNLIKE])
def test_a_slip_is_not_named_where_it_does_not_explain_the_attempt(name, sentence, attempt):
    verdict = check(name, attempt)
    assert verdict.state == "not yet" and sentence not in verdict.sentence, verdict


def keeps_counts(words, counts={}):  # noqa: B006 (the slip)
    for word, count in words.items():
        for pair in zip(word, word[1:]):
            counts[pair] = counts.get(pair, 0) + count
    return counts


known: dict[str, list[tuple[str, ...]]] = {}


def keeps_by_word(word, pieces):
    if word not in known:
        firsts = [word[:end] for end in range(1, len(word) + 1) if word[:end] in pieces]
        rests = {first: keeps_by_word(word[len(first) :], pieces) for first in firsts}
        known[word] = sorted((first, *rest) for first in firsts for rest in rests[first]) if word else [()]
    return known[word]


def test_what_is_kept_between_calls_is_named_and_a_new_object_is_not():
    assert "keeps something" in check("unigram.segmentations", keeps_by_word).sentence
    assert "keeps something" in check("bpe.count_pairs", keeps_counts).sentence
    matches = check("words.split_signs", lambda text: re.finditer(r"\w+|[^\w\s]", text))
    assert "It gives a Match in this place, and should give a str" in matches.sentence


def test_a_function_with_a_stub_s_line_left_at_its_end_is_no_stub():
    def token_length(tokens):
        if not tokens:
            return 0.0
        return sum(map(len, tokens)) / len(tokens)
        return ...

    assert check("start.token_length", token_length)


def test_a_stream_that_gives_none_is_told_so():
    nothing = check("real.encode_iterable", lambda chunks, encode, pattern: None)
    assert nothing.sentence == "It gives None here: is there a `yield` on every path?"


def test_another_exception_than_the_one_asked_for_is_named():
    def windows(length, size, stride):
        assert 0 <= stride < size
        return EXERCISES["offsets.windows"](length, size, stride)

    assert check("offsets.windows", windows).sentence == "It should raise ValueError here, and raises AssertionError."


def test_the_right_answer_is_not_said_to_take_too_much_work():
    def next_pair(queue, counts):
        queue[:] = sorted((-count, pair) for pair, count in counts.items())
        return queue.pop(0)[1] if queue else None

    def update_counts(words, frequencies, pair, new, counts):
        EXERCISES["fast.update_counts"].oracle(words, frequencies, pair, new, counts)
        list(counts.items())

    for verdict in (check("fast.next_pair", next_pair), check("fast.update_counts", update_counts)):
        assert "as much work" in repr(verdict.got) and "as much work" not in repr(verdict.expected), verdict

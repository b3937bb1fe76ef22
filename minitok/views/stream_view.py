"""How a stream of bytes becomes text: what comes, what waits for the rest of its character, what is whole."""

from collections.abc import Iterable, Iterator, Sequence

from ..steps import StreamStep
from .parts.form import source
from .parts.html import box, chip, counted, label, more, name_of, visible
from .parts.stepper import Frame, Stepper

MAX_PIECES = 24


class StreamView(Stepper):
    r"""A stream of UTF-8, piece by piece: `StreamView(StreamDecoder().steps([b"caf\xc3", b"\xa9"]))`.

    A frame is the stream after a piece has come: the pieces so far as bytes, those that wait marked, and what a user
    sees of them, what the last piece added lit. The last frame comes after the end of the stream.
    """

    _css = source("style.css", "../stream_view.css")
    heading = "Decoding a stream"
    takes = ("pending", "StreamDecoder().steps(pieces)")
    columns = ("step", "bytes that came", "text they gave", "bytes that wait")
    most = 500

    def draw(self, records: Iterable[StreamStep], text: str | None) -> Iterator[Frame]:
        steps = list(records)
        came: list[tuple[int, bytes]] = []
        so_far = ""
        for index, step in enumerate(steps):
            last = index + 1 == len(steps)
            if step.data:
                came.append((index, step.data))
            parts = [label("Bytes that came, piece by piece"), '<div class="mt-tokens mt-pieces">']
            parts += [more(len(came) - MAX_PIECES, " before"), " "] if len(came) > MAX_PIECES else []
            parts += _pieces(came[-MAX_PIECES:], index, len(step.pending))
            parts += ["</div>", *box("What the user sees", [_text(so_far, step.text, len(step.pending))])]
            so_far += step.text
            waited = steps[index - 1].pending if index else b""
            tells = bool(step.pending) and not last and bool(steps[index + 1].text)
            yield Frame((_caption(step, waited, last),), tuple(parts), (_row(index, step, last),), tells)


def _pieces(came: Sequence[tuple[int, bytes]], index: int, waiting: int) -> Iterator[str]:
    """The pieces as groups of bytes: the last `waiting` bytes are marked, and so is the piece of this step."""
    rest = sum(len(data) for _, data in came) - waiting
    for number, data in came:
        yield _piece(number, data, min(max(rest, 0), len(data)), number == index)
        rest -= len(data)


def _piece(number: int, data: bytes, whole: int, new: bool) -> str:
    shown = [chip(f"{byte:02x}", "new" if new else "a") for byte in data[:whole]]
    waiting = [chip(f"{byte:02x}", "new" if new else "b") for byte in data[whole:]]
    if waiting:
        shown.append(f'<span class="mt-next">{" ".join(waiting)}</span>')
    waits = "its last byte waits" if len(waiting) == 1 else f"{len(waiting)} bytes wait"
    beneath = f'<small class="mt-id">piece {number}{f", {waits}" if waiting else ""}</small>'
    face = f'<span class="mt-chips">{" ".join(shown)} </span>'
    return f'<span class="mt-token" data-moves="piece {number}">{face} {beneath}</span> '


def _text(before: str, new: str, waiting: int) -> str:
    """The text so far, as a message in a chat; while bytes wait, something is still being typed."""
    lit = f'<mark class="mt-new">{name_of(new)}</mark>' if new else ""
    typed = f'<span class="mt-typing">••• <small>{counted(waiting, "byte waits", "bytes wait")}</small></span>'
    told = f"<bdi>{name_of(before)}{lit}</bdi> " if before or new else '<span class="mt-more">nothing yet</span> '
    return f'<p class="mt-run">{told}{typed if waiting else ""}</p>'


def _caption(step: StreamStep, waited: bytes, last: bool) -> str:
    if last and not step.data:
        if not waited:
            return "The stream is over, and nothing waited: no byte is left."
        still = f"{counted(len(waited), 'byte')} still waited for the rest of a character"
        return f"The stream is over. {still}: <code>{waited.hex(' ')}</code> became {chip(step.text)}."
    bytes_came = f"{counted(len(step.data), 'byte')} came: <code>{step.data.hex(' ')}</code>."
    came = bytes_came if step.data else "Nothing came."
    gave = " No character is whole yet." if step.pending else ""
    gave = f" Whole now: {chip(step.text)}." if step.text else gave
    if "\ufffd" in step.text and step.text.encode("utf-8", "replace") not in waited + step.data:
        replaced = f"{chip(chr(0xFFFD))} stands for bytes that make no character"
        gave = f" New in the text: {chip(step.text)}, where {replaced}."
    waits = counted(len(step.pending), "byte waits", "bytes wait")
    return f"{came}{gave} {waits}." if step.pending else f"{came}{gave}"


def _row(index: int, step: StreamStep, last: bool) -> tuple[str, ...]:
    came = step.data.hex(" ") or ("(end)" if last else "(none)")
    return str(index), came, visible(step.text) if step.text else "", step.pending.hex(" ")

"""How a stream of bytes becomes text: what arrives, what waits for the rest of its character, what is complete."""

from collections.abc import Iterable, Iterator, Sequence

from minitok.steps import StreamStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    chip,
    counted,
    label,
    more,
    name_of,
    visible,
)
from minitok_course.views.common.stepper import Frame, Stepper

MAX_PIECES = 24


class StreamView(Stepper):
    r"""A stream of UTF-8, piece by piece: `StreamView(StreamDecoder().steps([b"caf\xc3", b"\xa9"]))`.

    A frame is the stream after a piece has arrived: the pieces so far as bytes, with those that wait marked, and the
    text that a user sees, with what the last piece added lit. The last frame comes after the end of the stream.
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
            waited = steps[index - 1].pending if index else b""
            owners = _owners(step, waited)
            parts = (
                '<div data-ribbons=""><div class="mt-row">',
                label("Bytes that came, piece by piece"),
                '<div class="mt-tokens mt-pieces">',
                more(len(came) - MAX_PIECES, " before"),
                " ",
                *_pieces(came[-MAX_PIECES:], index, len(step.pending), owners),
                '</div></div><div class="mt-row">',
                label("What the user sees"),
                _text(so_far, step.text, len(step.pending)),
                "</div></div>",
            )
            so_far += step.text
            tells = bool(step.pending) and not last and bool(steps[index + 1].text)
            yield Frame(
                (_caption(step, waited, last),),
                parts,
                (_row(index, step, last),),
                tells,
            )


def _owners(step: StreamStep, waited: bytes) -> list[int]:
    """For each of the last bytes, the new character that it is part of; for bytes that wait, the place after these.

    Nothing if a character stands for invalid bytes.
    """
    done = step.text.encode("utf-8", "replace")
    if done + step.pending != waited + step.data:
        return []
    whole = [place for place, char in enumerate(step.text) for _ in char.encode()]
    return [*whole, *[len(step.text)] * len(step.pending)]


def _pieces(
    came: Sequence[tuple[int, bytes]], index: int, waiting: int, owners: Sequence[int]
) -> Iterator[str]:
    """The pieces as groups of bytes: the last `waiting` bytes are marked, and so is the piece of this step."""
    # Counted from the end: the last byte is at 1.
    place = sum(len(data) for _, data in came)
    for number, data in came:
        chips = []
        for byte in data:
            face = chip(
                f"{byte:02x}",
                "new" if number == index else "b" if place <= waiting else "a",
            )
            if place <= len(owners):
                owner = owners[-place]
                face = f'<span data-span="{owner} {owner + 1}">{face}</span>'
            chips.append(
                f'<span class="mt-next">{face}</span>' if place <= waiting else face
            )
            place -= 1
        beneath = f'<small class="mt-id">piece {number}</small>'
        face = f'<span class="mt-chips">{" ".join(chips)} </span>'
        yield f'<span class="mt-token" data-moves="piece {number}">{face} {beneath}</span> '


def _text(before: str, new: str, waiting: int) -> str:
    """The text so far, as a message in a chat; while bytes wait, something is still being typed."""
    name = f' data-span="{len(new)} {len(new) + 1}"'
    waits = counted(waiting, "byte waits", "bytes wait")
    typed = f'<span class="mt-typing mt-6"{name}>••• <small>{waits}</small></span>'
    lit = "".join(
        f'<span data-span="{place} {place + 1}">{name_of(char)}</span>'
        for place, char in enumerate(new)
    )
    lit = f'<mark class="mt-new">{lit}</mark>' if new else ""
    so_far = f"<bdi>{name_of(before)}{lit}</bdi>"
    return f'<p class="mt-run">{so_far} {typed if waiting else ""}</p>'


def _caption(step: StreamStep, waited: bytes, last: bool) -> str:
    if last and not step.data:
        if not waited:
            return "The stream is over, and nothing waited: no byte is left."
        still = (
            f"{counted(len(waited), 'byte')} still waited for the rest of a character"
        )
        return f"The stream is over. {still}: <code>{waited.hex(' ')}</code> became {chip(step.text)}."
    came = "Nothing came."
    if step.data:
        size = counted(len(step.data), "byte")
        came = f"{size} came: <code>{step.data.hex(' ')}</code>."
    gave = " No character is whole yet." if step.pending else ""
    gave = f" Whole now: {chip(step.text)}." if step.text else gave
    if (
        "\ufffd" in step.text
        and step.text.encode("utf-8", "replace") not in waited + step.data
    ):
        replaced = f"{chip(chr(0xFFFD))} stands for bytes that make no character"
        gave = f" New in the text: {chip(step.text)}, where {replaced}."
    return f"{came}{gave}"


def _row(index: int, step: StreamStep, last: bool) -> tuple[str, ...]:
    came = step.data.hex(" ") or ("(end)" if last else "(none)")
    return (
        str(index),
        came,
        visible(step.text) if step.text else "",
        step.pending.hex(" "),
    )

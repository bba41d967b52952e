"""Tables of a font in WOFF2, read without a library for fonts: https://www.w3.org/TR/WOFF2.

Node unpacks them, as Python's own library has no Brotli.
"""

import shutil
import struct
import subprocess

from .programs import lacking

_KNOWN = {0: "cmap", 5: "name", 10: "glyf", 11: "loca", 31: "MATH"}  # by number, those that are looked at here
_HEADER = 48
_UNPACK = """const parts = []; process.stdin.on('data', part => parts.push(part)).on('end', () =>
    process.stdout.write(require('node:zlib').brotliDecompressSync(Buffer.concat(parts))))"""


def tables(font: bytes) -> dict[str, bytes]:
    """The tables of a font, by name; of those that are not known here, by number."""
    assert font[:4] == b"wOF2"
    count, = struct.unpack_from(">H", font, 12)
    compressed, = struct.unpack_from(">I", font, 20)
    place, found = _HEADER, []
    for _ in range(count):
        flags, place = font[place], place + 1
        number, changed = flags & 63, flags >> 6
        name = _KNOWN.get(number, str(number))
        if number == 63:
            name, place = font[place : place + 4].decode(), place + 4
        length, place = _number(font, place)
        if (changed != 3) if name in ("glyf", "loca") else changed:
            length, place = _number(font, place)
        found.append((name, length))
    unpacked, at, parts = _unpacked(font[place : place + compressed]), 0, {}
    for name, length in found:
        parts[name] = unpacked[at : at + length]
        at += length
    assert at == len(unpacked)
    return parts


def glyphs(cmap: bytes) -> dict[int, int]:
    """The glyph of each character, by code points: from the subtable of format 12, which has those beyond 65,536."""
    count, = struct.unpack_from(">H", cmap, 2)
    places = {struct.unpack_from(">I", cmap, 8 + 8 * each)[0] for each in range(count)}
    place, = (each for each in places if struct.unpack_from(">H", cmap, each)[0] == 12)
    groups, = struct.unpack_from(">I", cmap, place + 12)
    runs = (struct.unpack_from(">III", cmap, place + 16 + 12 * each) for each in range(groups))
    return {code: glyph + code - first for first, last, glyph in runs for code in range(first, last + 1)}


def stretched(mathematics: bytes) -> set[int]:
    """The glyphs that have taller variants, from the table MATH: what its `VertGlyphCoverage` lists."""
    variants, = struct.unpack_from(">H", mathematics, 8)
    listed = variants + struct.unpack_from(">H", mathematics, variants + 2)[0]
    form, count = struct.unpack_from(">HH", mathematics, listed)
    if form == 1:
        return set(struct.unpack_from(f">{count}H", mathematics, listed + 4))
    runs = (struct.unpack_from(">HHH", mathematics, listed + 4 + 6 * each) for each in range(count))
    return {glyph for first, last, _ in runs for glyph in range(first, last + 1)}


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number of as many bytes as it needs, seven bits in each, and where it ends."""
    value = 0
    while True:
        value, more = value << 7 | data[place] & 127, data[place] & 128
        place += 1
        if not more:
            return value, place


def _unpacked(data: bytes) -> bytes:
    node = shutil.which("node")
    if node is None:
        lacking("no node here: install the Debian package npm")
    return subprocess.run([str(node), "-e", _UNPACK], input=data, capture_output=True, check=True, timeout=60).stdout

#!/usr/bin/env python3
"""compare_pictures.py OFFICIAL_FOLDER OUR_FOLDER [OUT_FOLDER]: how far pictures of the same name are apart.

Prints the mean difference per channel (0 to 255) and the share of pixels of which a channel is off by more than 16.
In OUT_FOLDER: both side by side, and the difference four times as bright.
"""
import pathlib
import struct
import sys
import zlib


def unfilter(kind, row, above, size):
    """Undoes a PNG row filter in place."""
    for x in range(len(row)):
        left = row[x - size] if x >= size else 0
        corner = above[x - size] if x >= size else 0
        if kind == 1:
            row[x] = (row[x] + left) & 255
        elif kind == 2:
            row[x] = (row[x] + above[x]) & 255
        elif kind == 3:
            row[x] = (row[x] + (left + above[x]) // 2) & 255
        elif kind == 4:
            guess = left + above[x] - corner
            nearest = min((left, above[x], corner), key=lambda value: abs(guess - value))
            row[x] = (row[x] + nearest) & 255


def read_png(path):
    """Width, and the rows as red, green, blue bytes; 8 bit colour PNG with or without alpha."""
    data, place, packed = path.read_bytes(), 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        place += length + 12
    size = {2: 3, 6: 4}[colour]
    raw, above, rows = zlib.decompress(packed), bytearray(width * size), []
    for y in range(height):
        start = y * (width * size + 1)
        row = bytearray(raw[start + 1:start + 1 + width * size])
        if raw[start]:
            unfilter(raw[start], row, above, size)
        above = row
        rgb = bytearray(width * 3)
        for channel in range(3):
            rgb[channel::3] = row[channel::size]
        rows.append(rgb)
    return width, rows


def write_png(path, width, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def main():
    official, ours = map(pathlib.Path, sys.argv[1:3])
    for path in sorted(official.glob("*.png")):
        other = ours / path.name
        if not other.exists():
            print(f"{path.name:36} only in {official}")
            continue
        (width, a), (_, b) = read_png(path), read_png(other)
        apart = [bytearray(abs(x - y) for x, y in zip(p, q)) for p, q in zip(a, b)]
        mean = sum(map(sum, apart)) / (width * len(a) * 3)
        far = sum(max(row[x:x + 3]) > 16 for row in apart for x in range(0, width * 3, 3))
        print(f"{path.name:36} mean {mean:7.4f}   far {100 * far / (width * len(a)):6.3f} %")
        if len(sys.argv) > 3:
            bright = [bytearray(min(255, 4 * value) for value in row) for row in apart]
            write_png(pathlib.Path(sys.argv[3]) / path.name, 3 * width, [p + q + r for p, q, r in zip(a, b, bright)])


main()

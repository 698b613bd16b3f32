"""cut_font.py INPUT OUTPUT (latin | gb2312 | texts FOLDER): keeps only the characters of one use in a typeface.

latin: Latin, Greek and the signs that numbers, units and charts need.
texts: the Chinese characters that stand in the interface's texts.
gb2312: every character of GB 2312, which covers Chinese prose.
"""

import os
import pathlib
import sys

from fontTools import subset

LATIN = (
    range(0x20, 0x7F), range(0xA0, 0x180), range(0x391, 0x3CA), range(0x2010, 0x2028), range(0x2030, 0x203B),
    range(0x2070, 0x208F), range(0x20AC, 0x20AD), range(0x2190, 0x219A), range(0x2200, 0x2270),
    range(0x25A0, 0x25E0), range(0x2600, 0x2720),
)  # fmt: skip
# fontTools numbers the faces of Debian's collection; this one is Simplified Chinese.
SIMPLIFIED_CHINESE = 2


def is_chinese(character):
    return ord(character) >= 0x2E80


def gb2312():
    pairs = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return "".join(pair.decode("gb2312", errors="ignore") for pair in pairs)


def characters(use, folder):
    if use == "latin":
        return [code for block in LATIN for code in block]
    if use == "gb2312":
        text = gb2312()
    else:
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).glob("*.json")))
    # Chinese punctuation and full-width forms belong to the face even where no text uses them yet.
    return sorted({ord(c) for c in text if is_chinese(c)} | set(range(0x3001, 0x3012)) | set(range(0xFF01, 0xFF5F)))


def main(source, output, use, folder=None):
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=False, notdef_outline=True)
    options.name_IDs = [0, 1, 2, 13, 14]  # copyright, family, style, licence
    options.drop_tables += ["FFTM", "DSIG", "vhea", "vmtx", "VORG", "BASE"]
    if source.endswith(".ttc"):
        options.font_number = SIMPLIFIED_CHINESE
    font = subset.load_font(source, options, dontLoadGlyphNames=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters(use, folder))
    cutter.subset(font)
    os.makedirs(os.path.dirname(output), exist_ok=True)
    subset.save_font(font, output, options)


main(*sys.argv[1:])

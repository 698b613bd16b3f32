"""cut_font.py INPUT OUTPUT (text | heading | gb2312 | texts FOLDER): keeps only the characters of one use in a typeface.

text: Latin, Greek and the signs that numbers, units and charts need.
heading: the same for headings and figures, which are ours: without the rarer Latin letters.
texts: the Chinese characters that stand in the interface's texts.
gb2312: every character of GB 2312, which covers Chinese prose.
"""

import os
import pathlib
import sys

from fontTools import subset

ASCII, LATIN_1, LATIN_EXTENDED_A, GREEK = range(0x20, 0x7F), range(0xA0, 0x100), range(0x100, 0x180), range(0x391, 0x3CA)
SIGNS = "–—‘’“”•…‰′″⁰⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉€←↑→↓↔↗↘∂∆∏∑−√∞∫≈≠≤≥■□▲△▶▼▽◀◆○●☐★✓✕✗⌘⌥⇧⏎"
# fontTools numbers the faces of Debian's collection; this one is Simplified Chinese.
SIMPLIFIED_CHINESE = 2


def is_chinese(character):
    return ord(character) >= 0x2E80


def gb2312():
    pairs = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return "".join(pair.decode("gb2312", errors="ignore") for pair in pairs)


def characters(use, folder):
    if use == "heading":
        return [*ASCII, *LATIN_1, *GREEK, *map(ord, SIGNS)]
    if use == "text":
        return [*characters("heading", folder), *LATIN_EXTENDED_A]
    if use == "gb2312":
        text = gb2312()
    else:
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).glob("*.json")))
    # Chinese punctuation and full-width forms belong to the face even where no text uses them yet.
    return sorted({ord(c) for c in text if is_chinese(c)} | set(range(0x3001, 0x3012)) | set(range(0xFF01, 0xFF5F)))


def main(source, output, use, folder=None):
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True)
    # Written out, outlines of few glyphs compress better than with the font's own subroutines; of thousands, worse.
    options.desubroutinize = use in ("text", "heading")
    options.name_IDs = [0, 1, 2, 13, 14]  # copyright, family, style, licence
    options.drop_tables += ["FFTM", "DSIG", "vhea", "vmtx", "VORG", "BASE", "GDEF", "GPOS", "GSUB"]
    if source.endswith(".ttc"):
        options.font_number = SIMPLIFIED_CHINESE
    font = subset.load_font(source, options, dontLoadGlyphNames=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters(use, folder))
    cutter.subset(font)
    os.makedirs(os.path.dirname(output), exist_ok=True)
    subset.save_font(font, output, options)


main(*sys.argv[1:])

"""hooks.py - what `make docs` asks of mkdocs beside mkdocs.yml: the menu, the spelling of anchors, and equations.

Pages are written so that they read well as plain text: an equation is a block of code, indented by four blanks, with
x_{n-1} and x^{1/2} for indices and powers. Here such blocks become equations: letters of quantities in italics, indices
and powers at their height, bars over roots, and columns where the text has columns.
"""

import glob
import html
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LETTER = "A-Za-zα-ωΑ-Ωϕϑ"
MATHEMATICAL = re.compile(r"[α-ωΓΔΣΥΩ√²³∂·≤≥−]|(?<![A-Za-z])[A-Za-z]_[A-Za-z{]|\^\{")
NO_EQUATION = re.compile(r"^\s*(\$|build/|scree |awk|#)|\"|--|\bawk\b|\d(\.\d+)?e[-−+]\d\d.*\d(\.\d+)?e[-−+]\d\d", re.M)
LIST_ITEM = re.compile(r"^([-*+]|\d+\.)\s")


# --- the menu --------------------------------------------------------------------------------------------------------


def title_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return next((line[2:].strip() for line in file if line.startswith("# ")), path)


def pages_like(pattern):
    found = sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, pattern)))
    return [{title_of(path): path} for path in found if not path.endswith(".text.md")]


def on_config(config):
    """The menu is that of docs/index.md, with a page for each law and each example."""
    config["mdx_configs"]["toc"] = {"slugify": slugify, "permalink": True}
    menu, section = [{"Scree": "README.md"}, {"All pages": "docs/index.md"}], None
    with open(os.path.join(ROOT, "docs", "index.md"), encoding="utf-8") as file:
        for line in file:
            heading = re.match(r"\*\*(.*)\*\*$|##+ (.*)", line.strip())
            if heading:
                section = []
                menu.append({heading[1] or heading[2]: section})
            elif section is not None:
                for path in re.findall(r"\]\(([^)#]+\.md)\)", line):
                    path = os.path.normpath(os.path.join("docs", path))
                    section.append({title_of(path): path})
                    if path == "docs/laws.md":
                        section.append({"A page for each law": pages_like("docs/laws/*.md")})
    listed = str(menu)
    menu.append({"Examples": pages_like("examples/*/README.md")})
    lab = [page for page in pages_like("docs/lab/*.md") if str(list(page.values())[0]) not in listed]
    if lab:
        menu.append({"Lab book": lab})
    menu.append({"Changes": "CHANGELOG.md"})
    config["nav"] = menu
    return config


def slugify(text, separator):
    """As GitHub spells anchors, and scripts/check-links."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


# --- equations -------------------------------------------------------------------------------------------------------


def closing(text, at):
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return -1


def set_piece(text):
    """A piece without roots and code: indices, powers, letters."""
    out = html.escape(text, quote=False)
    out = re.sub(rf"(?<![{LETTER}])(d?)([A-Za-z][\u0300-\u036f]*)(?![{LETTER};])", r"\1<i>\2</i>", out)
    return re.sub(r"([α-ωϕϑ][\u0300-\u036f]*)", r"<i>\1</i>", out)


def set_formula(text):
    out, plain, i = [], "", 0

    def flush():
        nonlocal plain
        out.append(set_piece(plain))
        plain = ""

    while i < len(text):
        rest = text[i:]
        mark = re.match(r"([_^])\{([^{}]*)\}", rest)
        bare = re.match(rf"_((?:[{LETTER}0-9]|[⁰-₟²³¹])+)", rest)
        power = re.match(rf"\^([{LETTER}0-9½⅓⅔¼¾]+)", rest)
        base = re.search(rf"[{LETTER}]+[*'\u0300-\u036f]*$", plain)
        if rest[0] == "`" and "`" in rest[1:]:
            flush()
            end = rest.index("`", 1)
            out.append(f"<code>{html.escape(rest[1:end])}</code>")
            i += end + 1
        elif mark:
            flush()
            tag = "sub" if mark[1] == "_" else "sup"
            out.append(f"<{tag}>{set_formula(mark[2])}</{tag}>")
            i += mark.end()
        elif bare and (not base or len(base[0].rstrip("*'")) == 1 or len(bare[1]) == 1 or not base[0].isascii()):
            flush()
            index = re.match(rf"[{LETTER}0-9]+", bare[1])[0] if re.match(rf"[{LETTER}0-9]+", bare[1]) else bare[1]
            out.append(f"<sub>{set_formula(index)}</sub>")
            i += 1 + len(index)
        elif power:
            flush()
            out.append(f"<sup>{set_formula(power[1])}</sup>")
            i += power.end()
        elif rest[0] == "*" and base:
            flush()
            out.append("<sup>*</sup>")
            i += 1
        elif rest[0] == "√":
            flush()
            end = closing(rest, 1) if rest[1:2] == "(" else -1
            if end > 0:
                inside, after = rest[2:end], end + 1
            else:
                inside = (re.match(rf"(\|[^|]*\||[{LETTER}0-9.]+)([_^]\{{[^}}]*\}}|_[{LETTER}0-9]+|\*)*", rest[1:]) or [""])[0]
                after = 1 + len(inside)
            out.append(f'√<span class="root">{set_formula(inside)}</span>' if inside else "√")
            i += after
        else:
            plain += rest[0]
            i += 1
    flush()
    return "".join(out)


def set_equation(lines):
    """A table whose columns are those of the text: pieces parted by two blanks or more, and signs below each other."""
    lines = [line[4:].rstrip() for line in lines]
    pieces = [[(match.start(), match[0]) for match in re.finditer(r"\S+(?: \S+)*", line)] for line in lines]
    starts = {at for row in pieces for at, _ in row}
    for row in pieces:
        for k, (at, text) in reversed(list(enumerate(row))):
            cuts = [cut for cut in sorted(starts) if at < cut < at + len(text) and text[cut - at] == "=" and text[cut - at - 1] == " "]
            ends = cuts + [at + len(text)]
            parts = [(begin, text[begin - at:end - at].rstrip()) for begin, end in zip([at] + cuts, ends)]
            row[k:k + 1] = parts
    columns = sorted({at for row in pieces for at, _ in row})
    rows = []
    for row, line in zip(pieces, lines):
        cells = []
        if row and row[0][0] > columns[0]:
            cells.append(f'<td colspan="{columns.index(row[0][0])}"></td>')
        for k, (at, text) in enumerate(row):
            after = columns.index(row[k + 1][0]) if k + 1 < len(row) else len(columns)
            joined = k + 1 < len(row) and line[at + len(text):row[k + 1][0]].count(" ") == 1
            kind = ' class="joined"' if joined else ""
            cells.append(f'<td{kind} colspan="{after - columns.index(at)}">{set_formula(text)}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return ['<div class="equation"><table>'] + rows + ["</table></div>"]


def set_words(line):
    """Indices and powers in a line of prose; a star behind one letter is part of its name, not emphasis."""
    parts = re.split(r"(`+[^`]*`+|\]\([^)]*\))", line)
    for i in range(0, len(parts), 2):
        text = parts[i]
        text = re.sub(rf"(?<![{LETTER}0-9_*])([mREGIKQδα])\*(?!\*)", r"\1\\*", text)
        text = re.sub(r"\^\{([^{}]*)\}", r"<sup>\1</sup>", text)
        text = re.sub(r"(?<=\S)_\{([^{}]*)\}", r"<sub>\1</sub>", text)
        text = re.sub(rf"(?<![{LETTER}_.])([{LETTER}])_([{LETTER}0-9]{{1,8}})(?![{LETTER}0-9_])", r"\1<sub>\2</sub>", text)
        parts[i] = text
    return "".join(parts)


def on_page_markdown(markdown, page, config, files):
    lines, out, i = markdown.split("\n"), [], 0
    fence, in_list = False, False
    while i < len(lines):
        line = lines[i]
        if line.lstrip().startswith("```"):
            fence = not fence
        if fence or line.lstrip().startswith("```"):
            out.append(line)
            i += 1
            continue
        if line.strip() and not line.startswith(" "):
            # A list needs a blank line before it here.
            starts = bool(LIST_ITEM.match(line))
            if starts and not in_list and out and out[-1].strip():
                out.append("")
            in_list = starts or (in_list and bool(out) and bool(out[-1].strip()))
        if line.startswith("    ") and not in_list and (not out or not out[-1].strip()):
            end = i
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            block = lines[i:end]
            text = "\n".join(block)
            if MATHEMATICAL.search(text) and not NO_EQUATION.search(text):
                out += [""] + set_equation(block) + [""]
            else:
                out += block
            i = end
            continue
        out.append(set_words(line))
        i += 1
    text = "\n".join(out)
    if page.file.src_path == "docs/c-api.md":
        head, _, rest = text.partition("\n")
        text = f"{head}\n\nEvery function and type, from the headers: [API reference](../api/scree_8h.html).\n{rest}"
    return text

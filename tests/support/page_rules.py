"""Rules that every page of `scree report` follows, and how its numbers and drawings are read."""
import math
import os
import re

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"


def words(element):
    return "".join(element.itertext())


def number(text):
    if text in ("\u2013", ""):
        return math.nan
    return float(text.replace("\u2265", "").split()[0])


def same(one, other, digits=6):
    if math.isnan(other) or math.isinf(other):
        return math.isnan(one)
    return abs(one - other) <= 0.51 * 10 ** (1 - digits) * abs(other) + 1e-300


def edges(drawing):
    """The edges of a plot, and how many pixels one of its units is."""
    edge = {key: float(drawing.get("data-" + key)) for key in ("left", "right", "top", "bottom", "x0", "x1", "y0", "y1")}
    across = (edge["right"] - edge["left"]) / (edge["x1"] - edge["x0"])
    upwards = (edge["bottom"] - edge["top"]) / (edge["y1"] - edge["y0"])
    return edge, across, upwards


def follow_rules(root, folder=None):
    """Nothing from elsewhere, and nothing without words. Links lead into the page, or to what is in `folder`."""
    links = 0
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on"), (element.tag, name)
            if name in ("src", "href", "srcset", "data", "action", "poster"):
                links += 1
                if name == "src":
                    assert value.startswith("data:image/png;base64,"), value[:80]
                elif value.startswith("#"):
                    assert root.find(f".//*[@id='{value[1:]}']") is not None, value
                else:
                    assert folder and not re.search(r"^/|:|\.\.", value) and os.path.exists(f"{folder}/{value}"), value
            assert name == "xmlns" or "url(" not in value, value
        assert element.tag not in (HTML + "link", HTML + "iframe", HTML + "object", HTML + "embed", HTML + "base")
    assert links > 3
    policy = root.find(f".//{HTML}meta[@http-equiv='Content-Security-Policy']").get("content")
    assert "default-src 'none'" in policy
    for style in root.iter(HTML + "style"):
        assert not re.search(r"@import|url\(", style.text)
        assert "@media print" in root.find(f".//{HTML}style").text
    for image in root.iter(HTML + "img"):
        assert image.get("alt")
    for drawing in root.iter(SVG + "svg"):
        assert drawing.get("role") == "img" and drawing.get("aria-label")
    tables = list(root.iter(HTML + "table"))
    assert tables
    for table in tables:
        assert words(table.find(HTML + "caption")).strip()
        heads = table.findall(f"{HTML}thead/{HTML}tr/{HTML}th")
        assert heads and all(head.get("scope") == "col" for head in heads)
        for row in table.findall(f"{HTML}tbody/{HTML}tr"):
            assert row[0].get("scope") == "row" and len(row) == len(heads), words(row)
    identities = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(identities) == len(set(identities))

"""Makes the built site fit to be served: `python -m scripts.guide.finish SITE`.

What needs a server of its own goes; a page that would load anything from elsewhere is an error.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

LOADED = re.compile(
    r"""<(?:script|img|iframe|audio|video|source|embed|object)\b[^>]*?\b(?:src|data|srcset)\s*=\s*["']?(?P<file>[^"'\s>]+)"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|icon|preload|modulepreload|preconnect))[^>]*?\bhref=["']?(?P<linked>[^"'\s>]+)"""
)
IN_STYLES = re.compile(r"""@import|url\(\s*["']?(?:https?:)?//""")
CANONICAL = re.compile(r"""\s*<link rel="canonical"[^>]*>""")  # leads to an address that the site does not have
NEEDLESS = ("404.html", "sitemap.xml")
ELSEWHERE = re.compile(r"^(https?:)?//")


def main() -> None:
    site = Path(sys.argv[1])
    for name in NEEDLESS:
        (site / name).unlink(missing_ok=True)
    for page in site.rglob("*.html"):
        page.write_text(CANONICAL.sub("", page.read_text()))
    if found := sorted(set(from_elsewhere(site))):
        sys.exit("the site would load from elsewhere:\n" + "\n".join(found))
    pages = sum(1 for _ in site.rglob("*.html"))
    print(f"{pages} pages, {sum(path.stat().st_size for path in site.rglob('*') if path.is_file()) / 1e6:.1f} MB")


def from_elsewhere(site: Path) -> Iterator[str]:
    """Every page and style that names a file of another host to be loaded."""
    for page in site.rglob("*.html"):
        for match in LOADED.finditer(page.read_text()):
            target = match["file"] or match["linked"]
            if ELSEWHERE.match(target):
                yield f"{page.relative_to(site)}: {target}"
    for style in site.rglob("*.css"):
        if IN_STYLES.search(style.read_text()):
            yield f"{style.relative_to(site)}: a style of another host"


if __name__ == "__main__":
    main()

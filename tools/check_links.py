# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Every link of the pages leads to a file and a heading that exist, and every picture of theirs is shown by one of them."""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)


def headings(page):
    """The names by which links reach the headings of a page, as GitHub makes them."""
    words = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", word).strip().lower().replace(" ", "-") for word in words}


root = pathlib.Path(sys.argv[1])
pages = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])
problems, shown = [], set()
for page in pages:
    for path, heading in LINK.findall(CODE.sub("", page.read_text())):
        if re.match(r"\w+:", path):
            continue
        target = (page.parent / path).resolve() if path else page.resolve()
        shown.add(target)
        if not target.exists():
            problems.append(f"{page.relative_to(root)}: leads to {path}, which does not exist")
        elif heading and target.suffix == ".md" and heading not in headings(target):
            problems.append(f"{page.relative_to(root)}: leads to {path}#{heading}, a heading that does not exist")
for picture in sorted((root / "docs" / "pictures").iterdir()):
    if picture.resolve() not in shown:
        problems.append(f"{picture.relative_to(root)}: is shown by no page")
for problem in problems:
    print(problem)
print(f"{len(pages)} pages, {len(shown)} targets, {len(problems)} problems")
sys.exit(bool(problems))

"""The pages that --html writes, in headless Chromium: browser.py LOCKSTEP RECIPES PROGRAMS FOLDER. A script for venv.py; skipped where
there is no Chromium (./lockstep packages chromium-headless-shell). Screenshots go to FOLDER, at two sizes, light and dark."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

SKIPPED = 77
SOURCES = pathlib.Path(__file__).resolve().parents[1] / "exec"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
SCHEMES = ["light", "dark"]


def chromium():
    return next((path for name in ("chromium-headless-shell", "chromium", "chromium-browser") if (path := shutil.which(name))), None)


def made(lockstep, recipes, programs, folder):
    """Name -> page, and the exit code that its command must have."""
    case = "grouped_gemm_masked@gfx950 groups=2 m_max=64 n=256 k=256 m=17,40 seed=0x5"
    buggy = f"grouped_gemm_masked:{recipes / 'plain_masked_bug' / 'plain_masked.json'}"
    commands = {
        "replay_holds": (["replay", case], 0),
        "fuzz_falsified": (["fuzz", "grouped_gemm_masked", "--build", str(recipes / "plain_masked_bug" / "plain_masked.json"),
                            "--cases", "12", "--always", "n=256,k=384,m=3*2,m_max=5", "--seed", "1", "--corpus", str(folder / "corpus")], 1),
        "compare_falsified": (["compare", "grouped_gemm_masked", buggy, "--cases", "12", "--seed", "1"], 1),
        "exec_inconclusive": (["exec", "--", "true"], 3),
        # Its source lies beside a file that the program is called with.
        "exec_falsified": (["exec", "--", str(programs / "reduction_race"), str(SOURCES / "reduction.hip")], 1),
    }
    pages = {}
    for name, (words, code) in commands.items():
        pages[name] = folder / f"{name}.html"
        done = subprocess.run([lockstep, words[0], "--html", str(pages[name]), *words[1:]], cwd=folder, capture_output=True, text=True)
        assert done.returncode == code, (name, done.returncode, done.stdout, done.stderr)
    return pages


class Checked:
    """A page that is open: what every one of them must hold to."""

    def __init__(self, browser, file, size=SIZES["desk"], scheme="light"):
        self.context = browser.new_context(viewport=dict(zip(("width", "height"), size)), color_scheme=scheme, offline=True)
        self.page = self.context.new_page()
        self.errors, self.requests = [], []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def must_be_sound(self):
        assert not self.errors, self.errors
        assert len(self.requests) == 1, f"it asks for more than itself: {self.requests}"
        width, room = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width <= room, f"the page is {width} wide in a window of {room}"
        cut = self.page.evaluate("[...document.querySelectorAll('.report')].filter(r => r.scrollWidth > r.clientWidth).length")
        assert cut == 0, f"{cut} findings are longer than their lines"
        low = self.page.evaluate(CONTRAST)
        assert not low, f"too little contrast: {low}"
        names = self.page.evaluate("[...document.querySelectorAll('canvas, input, button')].filter(e => "
                                   "!(e.ariaLabel || e.labels?.length || e.textContent.trim())).length")
        assert names == 0, "a control has no name"

    def text(self, selector):
        return self.page.locator(selector).first.text_content()


# WCAG's ratio of each piece of text to what is behind it, where it is below 4.5.
CONTRAST = """() => {
  const number = c => (c.match(/[\\d.]+/g) ?? ["0", "0", "0", "0"]).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = e => { for (; e; e = e.parentElement) { const c = number(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] === 1) return c; } return [255, 255, 255]; };
  const low = new Set();
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility() || ["SCRIPT", "STYLE"].includes(e.tagName)) continue;
    const [a, b] = [light(number(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) low.add(`${e.tagName}.${e.className} ${ratio.toFixed(1)}: ${e.textContent.trim().slice(0, 30)}`);
  }
  return [...low].slice(0, 5);
}"""


def check_looks(browser, pages, folder):
    for name, file in pages.items():
        for size_name, size in SIZES.items():
            shots = []
            for scheme in SCHEMES:
                with Checked(browser, file, size, scheme) as checked:
                    checked.must_be_sound()
                    shots.append(checked.page.screenshot(path=folder / f"{name}-{size_name}-{scheme}.png", full_page=True))
                    background = checked.page.evaluate("getComputedStyle(document.body).backgroundColor")
                    assert (background == "rgb(255, 255, 255)") == (scheme == "light"), background
            assert shots[0] != shots[1], "light and dark look alike"


def check_order(browser, pages):
    """The verdict comes first, and what else is there follows from what was run."""
    for name, file in pages.items():
        with Checked(browser, file) as checked:
            assert checked.text(".badge") == name.split("_")[1]
            top = checked.page.evaluate("[...document.querySelectorAll('.badge, section')].map(e => e.getBoundingClientRect().top)")
            assert top == sorted(top) and top[0] < 100, top
            titles = checked.page.locator("h2").all_text_contents()
        has = {word: any(t.startswith(word) for t in titles) for word in ("Run it again", "What was found", "Errors of", "Distances",
                                                                          "Coverage of", "Cases", "Trace", "Kernels")}
        falsified = name.endswith("falsified")
        assert has["What was found"] == falsified, (name, titles)
        assert has["Cases"] == (not name.startswith("exec")) and has["Kernels"] == name.startswith("exec"), titles
        assert has["Errors of"] == has["Distances"] == (not name.startswith("exec")), titles
        assert has["Coverage of"] == (name.startswith(("replay", "fuzz")) or name == "exec_falsified"), titles
        if name == "exec_falsified":
            text = file.read_text()
            assert titles.count("Coverage of sum_of_block(int const*, int*), add_up(int const*, int, int*)") == 1, titles
            assert "part[thread] += part[thread + half]" in text and "ds_write_b32" in text
        assert has["Trace"] == name.startswith("fuzz"), titles


def check_keys(browser, file):
    """Everything that a pointer does, by keys alone."""
    with Checked(browser, file) as checked:
        page = checked.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        seen = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            seen.add(page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.tagName"))
        assert {"again", "copy", "map-0"} <= seen, seen
        page.locator("#copy").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("document.getElementById('copied').textContent !== ''")
        page.locator("#map-0").focus()
        page.keyboard.press("n")
        said = checked.text("#cell-0")
        assert re.search(r"Written row \d+, column \d+: d\[\d+, \d+\] group 0.*(want|the exact value) 0x[0-9a-f]+ .*got 0x", said), said
        assert re.search(r"Written by workgroup \d+,\d+,\d+ wave \d+ lane \d+\.|No store to it was seen\.", said), said
        page.keyboard.press("ArrowRight")
        assert checked.text("#cell-0") != said
        page.locator("input[data-table]").first.focus()
        page.keyboard.type("holds no such words")
        assert checked.text("[data-count='0']").startswith("0 of ")
        page.locator("input[data-table]").first.fill("falsified")
        assert re.fullmatch(r"[1-9]\d* of \d+ rows", checked.text("[data-count='0']"))
        assert page.locator("#table-0 tbody tr:visible").count() == page.locator("#table-0 tbody tr[data-state=falsified]").count()
        checked.must_be_sound()


def check_hover(browser, file):
    with Checked(browser, file) as checked:
        checked.page.locator("#map-0").hover(position={"x": 3, "y": 3})
        assert checked.text("#cell-0").startswith("Written row 0, column 0 to 1: right. Tile (0, 0)"), checked.text("#cell-0")


def check_links(browser, file):
    """Both instructions of a finding lead to their places, from the report and from the table, and to nothing else."""
    with Checked(browser, file) as checked:
        page = checked.page
        for where in (".report", ".rows td"):
            links = page.locator(f"{where} a").all()
            assert [link.text_content()[:3] for link in links[:2]] == ["@0x", "@0x"], (where, links)
            for link in links[:2]:
                link.focus()
                page.keyboard.press("Enter")
                place = page.evaluate("[document.activeElement.closest('.assembly, .trace')?.className, document.activeElement.textContent]")
                assert place[0] and place[1].startswith(link.text_content()[3:]) and "ds_" in place[1], place
                assert page.evaluate("document.activeElement.classList.contains('chosen')")
                assert page.locator(".source .chosen").count() > 0
        checked.must_be_sound()


def check_the_checks(browser, file, folder):
    """They notice what they are for."""
    text = file.read_text()
    broken = {"error": text.replace('"use strict";', '"use strict"; nothing();'),
              "request": text.replace("</body>", '<img src="file:///nowhere.png" alt=""></body>'),
              "finding": text.replace("</main>", f'<pre class="report" style="white-space: pre; overflow: hidden">{"x" * 3000}</pre></main>'),
              "width": text.replace("</main>", '<div style="width: 3000px">x</div></main>'),
              "contrast": text.replace("--ink: #1b1f24", "--ink: #cccccc"),
              "name": text.replace("</main>", '<input type="text"></main>')}
    for what, page in broken.items():
        assert page != text, what
        (folder / "broken.html").write_text(page)
        try:
            with Checked(browser, folder / "broken.html") as checked:
                checked.page.wait_for_timeout(100)
                checked.must_be_sound()
        except AssertionError:
            continue
        raise AssertionError(f"a page with a wrong {what} passes")


def main():
    lockstep, recipes, programs, folder = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    path = chromium()
    if path is None:
        in_ci = os.environ.get("CI") == "true"
        print(f"{'FAILED' if in_ci else 'SKIPPED'}: no Chromium: ./lockstep packages chromium-headless-shell")
        sys.exit(1 if in_ci else SKIPPED)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = made(lockstep, recipes, programs, folder)
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        check_order(browser, pages)
        check_links(browser, pages["exec_falsified"])
        check_looks(browser, pages, folder)
        check_keys(browser, pages["fuzz_falsified"])
        check_hover(browser, pages["replay_holds"])
        check_the_checks(browser, pages["replay_holds"], folder)
        browser.close()
    print(f"{len(pages)} pages hold; screenshots in {folder}")


if __name__ == "__main__":
    main()

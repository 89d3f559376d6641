"""Markdown to HTML that can be trusted, also in the middle of a sentence."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import rendering
from companion.rendering import TAGS, blocks_from, html, plain


def inner(text: str) -> str:
    return re.sub(r"</?p[^>]*>", "", html(text)).strip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**「重点」**后文", "<strong>「重点」</strong>后文"),
        ("前文**「重点」**后文", "前文<strong>「重点」</strong>后文"),
        ("前文**重点。**后文", "前文<strong>重点。</strong>后文"),
        ("前文**重点！**后文", "前文<strong>重点！</strong>后文"),
        ("前文**（重点）**后文", "前文<strong>（重点）</strong>后文"),
        ("前文**《书名》**后文", "前文<strong>《书名》</strong>后文"),
        ("前文**“引文”**后文", "前文<strong>“引文”</strong>后文"),
        ("前文**重点**后文", "前文<strong>重点</strong>后文"),
        ("**重点：**后文", "<strong>重点：</strong>后文"),
        ("，**重点**，", "，<strong>重点</strong>，"),
        ("前文*「轻声」*后文", "前文<em>「轻声」</em>后文"),
        ("前文***「都有」***后文", "前文<em><strong>「都有」</strong></em>后文"),
        ("**一**、**二**、**三**", "<strong>一</strong>、<strong>二</strong>、<strong>三</strong>"),
        ("用**Python**写", "用<strong>Python</strong>写"),
        ("用**Python。**写", "用<strong>Python。</strong>写"),
        ("これは**「強調」**です", "これは<strong>「強調」</strong>です"),
        ("이것은**(강조)**입니다", "이것은<strong>(강조)</strong>입니다"),
        ("**重点**——后文", "<strong>重点</strong>——后文"),
        ("前文**重点……**后文", "前文<strong>重点……</strong>后文"),
        ("前文**重点**：**「二」**。", "前文<strong>重点</strong>：<strong>「二」</strong>。"),
    ],
)
def test_emphasis_beside_cjk_punctuation(text: str, shown: str) -> None:
    assert inner(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("a * b*c", "a * b*c"),
        ("snake_case_name", "snake_case_name"),
        ("** 不是 **", "** 不是 **"),
        ("**bold**text", "<strong>bold</strong>text"),
        ('a**"quoted"**b', 'a**"quoted"**b'),
        ("\\*\\*原样\\*\\*", "**原样**"),
    ],
)
def test_other_emphasis_is_as_in_commonmark(text: str, shown: str) -> None:
    assert inner(text).replace("&quot;", '"') == shown


XSS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](http://plain.example/)",
    "[x](//evil.example/)",
    "[x](/memory/pause/)",
    "![x](https://evil.example/track.png)",
    "![x][y]\n\n[y]: https://evil.example/t.png",
    "<iframe src=https://evil.example></iframe>",
    "<style>*{display:none}</style>",
    "<form action=https://evil.example><input name=a></form>",
    '[x](https://ok.example/" onmouseover="alert(1))',
    '[x](https://ok.example "onmouseover=alert(1)")',
    "<https://evil.example/\"onclick=alert(1)>",
    "`<img src=x onerror=alert(1)>`",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "```html onload=alert(1)\nx\n```",
    "| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:1) |",
    "<math><mtext></p><img src=x onerror=alert(1)>",
    "<!--><script>alert(1)</script>-->",
    "<details open ontoggle=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "[a](https://x.example)<b onclick=1>",
    "1. <base href=https://evil.example>",
    "<p dir=auto onclick=alert(1)>",
    "[<img src=x onerror=alert(1)>](https://ok.example)",
    "[https://bank.example](https://evil.example)",
)  # fmt: skip

ALLOWED = {
    "a": {"href", "rel", "target"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
    **{tag: {"dir"} for tag in ("p", "li", "h3", "h4", "blockquote")},
}


class Inspector(HTMLParser):
    """Fails on any tag, attribute or address that isn't allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS | {"small"}, tag
        for name, value in attrs:
            assert name in ALLOWED.get(tag, set()), (tag, name)
            if name == "href":
                assert (value or "").startswith("https://"), value
                self.links.append(value or "")
            if name == "rel":
                assert set((value or "").split()) == {"noopener", "noreferrer", "nofollow"}

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a comment came through")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError("a declaration came through")


def inspect(markup: str) -> Inspector:
    inspector = Inspector()
    inspector.feed(markup)
    inspector.close()
    return inspector


@pytest.mark.parametrize("text", XSS)
def test_nothing_that_acts_or_fetches_comes_through(text: str) -> None:
    for show in (html, plain):
        inspect(show(text))
    for cut in range(0, len(text), 3):  # as while it streams
        inspect(html(text[:cut]))


SCRAPS = [*"<>\"'&/=[]()!*_`~#|-:\n .x中。", "script", "onerror=", "javascript:", "https://e.example"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(SCRAPS), max_size=60).map("".join))
def test_no_text_at_all_brings_markup_of_its_own(text: str) -> None:
    inspect(html(text))
    inspect(plain(text))


def test_a_link_says_where_it_leads() -> None:
    shown = html("[你的银行](https://evil.example/login?x=1&y=2)")
    assert inspect(shown).links == ["https://evil.example/login?x=1&y=2"]
    assert "(evil.example)" in shown
    assert 'target="_blank"' in shown


def test_a_link_to_no_allowed_place_keeps_only_its_words() -> None:
    shown = html("[点这里](javascript:alert(1)) 好吗")
    assert "点这里" in shown
    assert not inspect(shown).links


def test_headings_stay_below_the_pages_own() -> None:
    assert (
        re.findall(r"<(h\d)", html("# 一\n\n## 二\n\n### 三\n\n#### 四\n\n##### 五"))
        == ["h3"] * 3 + ["h4"] * 2
    )


@pytest.mark.parametrize(
    "text",
    ["正在说**重", "正在说**重点*", "`代码", "```\n代码", "一、**甲**，二、**乙", "**「重"],
)
def test_a_running_text_shows_no_raw_marks(text: str) -> None:
    shown = html(text)
    assert "**" not in shown
    assert "`" not in shown


def test_the_users_own_words_are_shown_as_typed() -> None:
    assert plain("a < b\n**不变**\n\n\n二") == ('<p dir="auto">a &lt; b<br>**不变**</p><p dir="auto">二</p>')


PARTS = st.sampled_from(
    [
        "一句话。",
        "**重点**",
        "\n",
        "\n\n",
        "```\n",
        "- 项\n",
        "x",
        " ",
        "\n \n",
        "~~~\n",
        "\r\n",
        "\u2028",
        "\x0b",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PARTS, max_size=30), st.integers(0, 60))
def test_the_blocks_are_the_text(parts: list[str], start: int) -> None:
    text = "".join(parts)
    blocks = list(blocks_from(text, 0))
    assert "".join(text[begin:end] for _index, (begin, end) in blocks) == text
    assert [index for index, _edges in blocks] == list(range(len(blocks)))
    rest = list(blocks_from(text, start))
    assert rest == [(index, edges) for index, edges in blocks if edges[1] > start]


@settings(max_examples=100, deadline=None)
@given(st.lists(PARTS, max_size=20))
def test_a_closed_block_never_changes_as_the_text_grows(parts: list[str]) -> None:
    text = ""
    closed: list[tuple[int, int]] = []
    for part in parts:
        text += part
        edges = [edge for _index, edge in blocks_from(text, 0)]
        assert edges[: len(closed)] == closed
        closed = edges[:-1]


def test_a_block_is_not_cut_inside_a_fence() -> None:
    text = "说明\n\n```\n一\n\n二\n```\n\n完"
    assert [text[begin:end] for _index, (begin, end) in blocks_from(text, 0)] == [
        "说明\n\n",
        "```\n一\n\n二\n```\n\n",
        "完",
    ]


def test_rendering_is_made_once() -> None:
    assert rendering._markdown() is rendering._markdown()

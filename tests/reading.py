"""What a person reads on a page, and whether any of it is in the other language."""

from __future__ import annotations

import re
from html.parser import HTMLParser

UNREAD = {"script", "style", "template", "head", "option"}
SPOKEN = ("placeholder", "aria-label", "alt", "title", "data-sends", "data-breaks", "data-failed")
NAMES = re.compile(
    r"\A[暖简豆]\Z|Companion|English|简体中文|小暖|墨简|豆豆|June|Wren|Sol|\bPNG\b|\bJPEG\b|\bWebP\b|\bMB\b|\bV[123]\b|\btokens?\b|system_prompt|post_history_instructions|\{\{\w+\}\}|OpenAI|\bAI\b|\bEnter\b|\bEsc\b|\bShift\b|\bCtrl K\b|\bJSON\b|\bUTC\b|\bMarkdown\b|manage\.py \w+|\bRSS\b|Open-Meteo|\bDelete\b|\bLLM_[A-Z_]+|\S+@\S+|https?://\S+|findahelpline\.com"
)
HAN = re.compile(r"[\u3400-\u9fff]+")
LATIN = re.compile(r"[A-Za-z]{2,}")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.closed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.closed.append(tag)
        elif not self.closed:
            self.words += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        if self.closed and self.closed[-1] == tag:
            self.closed.pop()

    def handle_data(self, data: str) -> None:
        if not self.closed and data.strip():
            self.words.append(data.strip())


def visible(markup: str) -> list[str]:
    """Texts, labels and placeholders that a page shows or speaks."""
    reader = _Reader()
    reader.feed(markup)
    return reader.words


def foreign(texts: list[str], lang: str) -> list[str]:
    """The texts that hold words of the other language, names aside."""
    wrong = LATIN if lang == "zh" else HAN
    return [text for text in texts if wrong.search(NAMES.sub("", text))]

"""An estimate of token counts without any tokenizer, for budgets. It errs to the high side."""

from __future__ import annotations

import math
import re

# One alternative per script; weights are upper ends over common vocabularies (cl100k, o200k, Qwen, Llama):
# Qwen spends a token on every digit, cl100k about 1.2 on a Chinese character.
_PARTS = re.compile(
    r"(?P<cjk>[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])"
    r"|(?P<latin>[A-Za-z\u00c0-\u024f]+)"
    r"|(?P<digit>[0-9])"
    r"|(?P<space>\s+)"
    r"|(?P<ascii>[!-/:-@\[-`{-~])"
    r"|(?P<punct>[\u2000-\u206f\u3000-\u303f\uff00-\uffef])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_WEIGHT = {"cjk": 1.25, "digit": 1.0, "ascii": 1.0, "punct": 1.0, "other": 2.5}
PER_MESSAGE = 4  # role and separators around each chat message


def estimate(text: str) -> int:
    """How many tokens `text` takes at most, for any of the usual vocabularies."""
    total = 0.0
    for part in _PARTS.finditer(text):
        kind = part.lastgroup or "other"
        if kind == "latin":
            total += 1 + (len(part.group()) - 1) // 5
        elif kind == "space":
            total += 0.0 if part.group() == " " else 1.0
        else:
            total += _WEIGHT[kind]
    return math.ceil(total)

"""What a line said inside a project tells of it: its goal, steps done, routes rejected, the next step. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

from memory.candidates import Candidate, Line
from memory.extraction.refusals import line_refusal, sentence_refusal
from memory.extraction.sentences import Sentence, language, sentences
from memory.policy import Kind

CONFIDENCE = 0.85
LINE_MAX = 1_200
VALUE_MAX = 80
_V = r"(?P<v>[^，。！？；,!?;]{2,80}?)"
_ZH = (
    ("rejected", re.compile(rf"(?:决定|还是|就|先)?(?:不用|不采用|不选|不走|不考虑|放弃|否掉|否决|砍掉|排除){_V}(?:这条路|这个方案|方案|了)*$")),
    ("rejected", re.compile(rf"^{_V}(?:这条路|这个方案|方案)?(?:行不通|走不通|不行|被否了|否了|不合适|不考虑了)$")),
    ("next", re.compile(rf"(?:下一步|接下来|然后)(?:就)?(?:是|要|该|得|先|打算|准备)*[：:，,]?{_V}(?:了|吧)?$")),
    ("goal", re.compile(rf"(?:这个项目(?:的)?|项目(?:的)?|我们的?|最终(?:的)?|整体)?目标(?:是|就是|定为)[：:]?{_V}$")),
    ("goal", re.compile(rf"(?:这个项目|项目)(?:是)?(?:要|想|打算)(?:做|写|建|拿|完成)?{_V}$")),
    ("done", re.compile(rf"^(?:我|我们)?(?:已经|刚|刚刚|今天|昨天|终于)?(?:把)?{_V}(?:已经|都|也)?(?:做完|写完|弄完|搞定|完成|上线|发布|交|定|改好|做好|写好|弄好|跑通|测完)了?$")),
    ("done", re.compile(rf"^(?:我|我们)?(?:已经|刚|刚刚|今天|昨天|终于)?(?:做完|写完|弄完|搞定|完成|上线|发布|交了|定了|改好|做好|写好|跑通|测完)了?{_V}$")),
)  # fmt: skip
_E = r"(?P<v>[^.,;!?]{3,80}?)"
_EN = (
    ("rejected", re.compile(rf"\b(?:we|i)(?:'ve| have)? (?:decided against|ruled out|rejected|dropped|won't use|will not use|are not using|aren't using|gave up on) {_E}$", re.IGNORECASE)),
    ("rejected", re.compile(rf"^{_E} (?:won't work|doesn't work|is out|is a dead end|was a dead end)$", re.IGNORECASE)),
    ("next", re.compile(rf"\b(?:next step|next up|next thing|up next)(?: is|:)?(?: to)? {_E}$", re.IGNORECASE)),
    ("next", re.compile(rf"^next,? (?:we|i)(?:'ll| will| need to| have to|'m going to|'re going to) {_E}$", re.IGNORECASE)),
    ("goal", re.compile(rf"\b(?:the |our |my )?(?:project(?:'s)? )?(?:goal|aim|objective)(?: of (?:this|the) project)? is(?: to)? {_E}$", re.IGNORECASE)),
    ("done", re.compile(rf"\b(?:we|i)(?:'ve| have)?(?: just| finally| already)? (?:finished|completed|done|shipped|launched|wrapped up|got done with|submitted) {_E}$", re.IGNORECASE)),
    ("done", re.compile(rf"^{_E} (?:is|are) (?:done|finished|complete|shipped|live)$", re.IGNORECASE)),
)  # fmt: skip
_SAID = {
    "zh": {
        "goal": "项目目标：{v}",
        "done": "已经完成：{v}",
        "rejected": "不走的路：{v}",
        "next": "下一步：{v}",
    },
    "en": {
        "goal": "The project's goal: {v}",
        "done": "Done: {v}",
        "rejected": "Rejected: {v}",
        "next": "Next step: {v}",
    },
}
_NOBODY = re.compile(r"^(?:我|我们|这|那|它|it|this|that|we|i)$", re.IGNORECASE)


def subject(project: UUID) -> str:
    """What a project's memories are filed under: two projects never share an address."""
    return f"project:{project}"


def read(line: Line, project: UUID) -> list[Candidate]:
    """The claims about the project in one user line; each clause tells at most one thing."""
    if not line.text.strip() or len(line.text) > LINE_MAX or line_refusal(line.text):
        return []
    lang = language(line.text)
    found = []
    for sentence in sentences(line.text, lang):
        if not sentence_refusal(sentence, lang):
            found += list(_sentence(sentence, line, lang, project))
    return found


def _sentence(sentence: Sentence, line: Line, lang: str, project: UUID) -> Iterator[Candidate]:
    for clause in sentence.clauses:
        for attribute, pattern in _ZH if lang == "zh" else _EN:
            hit = pattern.search(clause.text.strip())
            value = hit["v"].strip() if hit else ""
            if not value or len(value) > VALUE_MAX or _NOBODY.match(value):
                continue
            yield Candidate(
                Kind.PROJECT, subject(project), attribute, value, _SAID[lang][attribute].format(v=value), lang,
                line.id, clause.text.strip(), confidence=CONFIDENCE,
            )  # fmt: skip
            break

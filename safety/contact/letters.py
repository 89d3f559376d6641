"""The words that reach an emergency contact. No level, no quote, nothing of what this site is used for beyond its name."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _

from safety.contact.sending import Letter


def invitation(language: str, called: str, address: str, link: str) -> Letter:
    """Whether somebody wants to be the contact of the person they know as `called`."""
    with translation.override(language):
        return Letter(
            address,
            _("%(name)s 想请你做紧急联系人") % {"name": called},
            _(
                "你好：\n\n%(name)s 想把你登记为紧急联系人。如果有一天我们觉得 TA 可能需要身边的人，会请你联系 TA。24 小时内最多一封，信里不会有 TA 说过的任何话。\n\n"
                "愿意或不愿意，都请点这里（14 天内有效）：\n%(link)s\n\n不点就不会收到别的消息，除非 TA 再发一次这封邀请。以后改了主意，也可以用同一个链接退出。"
            )
            % {"name": called, "link": link},
        )


def alert(language: str, called: str, address: str) -> Letter:
    """That the person may need them now."""
    with translation.override(language):
        return Letter(
            address,
            _("请尽快联系 %(name)s") % {"name": called},
            _(
                "您是 %(name)s 登记的紧急联系人。我们觉得 TA 现在可能需要您的关心，请尽快联系 TA；如联系不上，请拨打当地的报警或急救电话（中国大陆 110 / 120）。\n\n"
                "这封信由程序发出，没有人看过 TA 的对话，我们也不能告诉您更多。"
            )
            % {"name": called},
        )

"""What is said of a file that was not taken."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from persona.cards.faults import CardError, Fault
from persona.making.picturing import PictureError, Unfit

_SAID: Mapping[Fault, str | Promise] = {
    Fault.EMPTY: gettext_lazy("这个文件是空的。"),
    Fault.TOO_BIG: gettext_lazy("文件太大：最多 20 MB。"),
    Fault.CHUNK_TOO_BIG: gettext_lazy("图片里有一块数据超过 8 MB，没有读下去。"),
    Fault.BROKEN_PNG: gettext_lazy("这张 PNG 不完整，后面的部分缺了。重新下载一次试试。"),
    Fault.BAD_CRC: gettext_lazy("这张 PNG 损坏了：校验对不上。重新下载一次试试。"),
    Fault.IMAGE_TOO_BIG: gettext_lazy("图片太大：每边最多 4096 像素。"),
    Fault.NO_CARD: gettext_lazy("这张图片里没有角色卡。有些网站会在转存时把它抹掉，请用原图。"),
    Fault.APNG: gettext_lazy("动态图片（APNG）的角色卡暂时读不了，请导出成普通 PNG 或 JSON。"),
    Fault.CHARX: gettext_lazy("CHARX（压缩包）的角色卡暂时读不了，请导出成 PNG 或 JSON。"),
    Fault.OTHER_PICTURE: gettext_lazy("这是图片，但不是 PNG；角色卡在 PNG 或 JSON 里。"),
    Fault.ENCRYPTED: gettext_lazy("这张卡加了密，读不了；请在原来的软件里导出成不加密的。"),
    Fault.BAD_BASE64: gettext_lazy("图片里的角色卡损坏了（base64 不完整）。"),
    Fault.JSON_TOO_BIG: gettext_lazy("角色卡的文字太多：最多 1 MB。"),
    Fault.NOT_JSON: gettext_lazy("读不懂这个文件：它不是角色卡用的 JSON。"),
    Fault.NOT_A_CARD: gettext_lazy("这个 JSON 不是角色卡。"),
    Fault.LOREBOOK: gettext_lazy("这是世界书，不是角色卡。打开一个角色，在“世界书”那里导入它。"),
    Fault.NOT_A_BOOK: gettext_lazy("这个 JSON 不是世界书。"),
    Fault.CHAT: gettext_lazy("这是聊天记录，不是角色卡。"),
    Fault.FIELD: gettext_lazy("角色卡里的“%(field)s”写得不对，读不了。"),
}
_PICTURES: Mapping[Unfit, str | Promise] = {
    Unfit.TOO_BIG: gettext_lazy("文件太大：最多 20 MB。"),
    Unfit.SIDES: gettext_lazy("图片太大：每边最多 4096 像素。"),
    Unfit.NO_PICTURE: gettext_lazy("读不了这张图片，换一张 PNG、JPEG 或 WebP 试试。"),
}


def of_card(error: CardError) -> str:
    return (
        str(_SAID[error.fault]) % {"field": error.field}
        if error.fault is Fault.FIELD
        else str(_SAID[error.fault])
    )


def of_picture(error: PictureError) -> str:
    return str(_PICTURES[error.why])


def newer() -> str:
    return _("这张卡用的格式比我认识的新，能读的都读了，其余原样留着。")

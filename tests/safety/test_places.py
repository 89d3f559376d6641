"""Where somebody else is: only then is another country's number given."""

from __future__ import annotations

import pytest

from safety.places import ABROAD, named


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("我在国外的朋友说今晚要跳楼，她在美国", "US"),
        ("她一个人在纽约，我在上海，怎么办", "US"),
        ("我在北京，他在伦敦", "UK"),
        ("我朋友在日本留学，说不想活了", ABROAD),
        ("她去了德国以后就一直想死", "EU"),
        ("我国外的一个朋友", ABROAD),
        ("她在香港读书", "HK"),
        ("我妈在国内，刚刚说不想活了", "CN"),
        ("他的美国男友甩了他，他说想死", ""),
        ("她喜欢吃韩国菜", ""),
        ("我在美国，朋友说想死", ""),
        ("she's alone in Berlin and I'm in Chicago", "EU"),
        ("I'm in London and my brother in the US wants to die", "US"),
        ("my friend overseas wants to die", ABROAD),
        ("he lives in Tokyo", ABROAD),
        ("my cousin back in China texted me goodbye", "CN"),
        ("he's in trouble, he told us", ""),
        ("she loves Italian food", ""),
        ("she went to the states last year", "US"),
        ("tell us what to do", ""),
        ("he talked to us about dying", ""),
    ],
)
def test_the_place_somebody_else_is_in(text: str, region: str) -> None:
    assert named(text) == region

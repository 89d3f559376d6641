"""The vault: what is sealed opens only where it belongs, and hashes and turns keep what they must."""

from __future__ import annotations

import uuid

import numpy as np
import pytest

from accounts import vault
from accounts.models import User, UserKey
from accounts.sealing import VaultError

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.create_user("vault@example.org")


def test_a_sealed_text_opens_again(user: User) -> None:
    row = uuid.uuid4()
    sealed = vault.seal(user.id, "memory.statement.v1", row, "你的猫叫小花 🐱")
    assert "小花".encode() not in sealed
    assert vault.unseal(user.id, "memory.statement.v1", row, sealed) == "你的猫叫小花 🐱"


@pytest.mark.parametrize("moved", ["label", "row", "user"])
def test_a_sealed_text_moved_elsewhere_does_not_open(user: User, moved: str) -> None:
    other = User.objects.create_user("other@example.org")
    row = uuid.uuid4()
    sealed = vault.seal(user.id, "a.v1", row, "secret")
    with pytest.raises(VaultError):
        vault.unseal(
            other.id if moved == "user" else user.id,
            "b.v1" if moved == "label" else "a.v1",
            uuid.uuid4() if moved == "row" else row,
            sealed,
        )


def test_lengths_say_little(user: User) -> None:
    row = uuid.uuid4()
    lengths = {len(vault.seal(user.id, "a.v1", row, "x" * n)) for n in range(1, 60)}
    assert len(lengths) == 1


@pytest.mark.parametrize("text", ["", "a" * 63, "a" * 64, "\x80\x00", "结尾\u0080"])
def test_padding_is_undone_exactly(user: User, text: str) -> None:
    row = uuid.uuid4()
    assert vault.unseal(user.id, "a.v1", row, vault.seal(user.id, "a.v1", row, text)) == text


def test_destroying_the_key_ends_readability(user: User) -> None:
    row = uuid.uuid4()
    sealed = vault.seal(user.id, "a.v1", row, "secret")
    UserKey.objects.filter(user=user).delete()
    vault.keys.drop(user.id)
    with pytest.raises(VaultError):
        vault.unseal(user.id, "a.v1", row, sealed)


def test_a_wrong_key_encryption_key_opens_nothing(user: User, settings: pytest.FixtureRequest) -> None:
    vault.keys.drop()
    settings.COMPANION_KEK = "A" * 43 + "="  # type: ignore[attr-defined]
    with pytest.raises(VaultError):
        vault.keyed_hash(user.id, "slot", "x")


def test_hashes_are_the_users_own(user: User) -> None:
    other = User.objects.create_user("other@example.org")
    assert vault.keyed_hash(user.id, "slot", "user", "city") == vault.keyed_hash(
        user.id, "slot", "user", "city"
    )
    assert vault.keyed_hash(user.id, "slot", "user", "city") != vault.keyed_hash(
        other.id, "slot", "user", "city"
    )
    assert vault.keyword_ids(user.id, ["小花"]) != vault.keyword_ids(other.id, ["小花"])
    assert vault.keyed_hash(user.id, "slot", "a", "bc") != vault.keyed_hash(user.id, "slot", "ab", "c")


def test_the_turn_keeps_cosines_within_a_user_and_breaks_them_between_users(user: User) -> None:
    other = User.objects.create_user("other@example.org")
    random = np.random.default_rng(7)
    vectors = random.normal(size=(20, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    mine, theirs = vault.turn(user.id, vectors), vault.turn(other.id, vectors)
    assert np.allclose(mine @ mine.T, vectors @ vectors.T, atol=1e-5)
    assert np.abs(np.sum(mine * vectors, axis=1)).max() < 0.35
    assert np.abs(np.sum(mine * theirs, axis=1)).max() < 0.35


def test_the_turn_is_the_same_in_every_process() -> None:
    """Stored vectors would be orphaned by a matrix that a library version could change."""
    matrix = vault._orthogonal(b"\x01" * 32, 8)
    assert np.allclose(matrix @ matrix.T, np.eye(8), atol=1e-6)
    assert np.allclose(matrix[0, :3], EXPECTED, atol=1e-5)


EXPECTED = [-0.697696, -0.174641, 0.131808]

"""Passwords of tests: the algorithm of the product, at the least it costs. Thousands of users are made, none of them is attacked, and
the product's own processes can still sign them in."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickHasher(Argon2PasswordHasher):
    time_cost, memory_cost, parallelism = 1, 8, 1

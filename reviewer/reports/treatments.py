"""Treatments of an arm in words, from its manifest."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.fingerprint import Plain


def treatment_of(manifest: Mapping[str, Plain]) -> str | None:
    """Name the treatments of a manifest with their settings, in their order; None where there are none."""
    given = manifest.get("treatments")
    told = [_named(one) for one in given if isinstance(one, Mapping)] if isinstance(given, list | tuple) else []
    return ", then ".join(told) or None


def _named(settings: Mapping[str, Plain]) -> str:
    """Write a treatment as `mmr(lambda=0.5)`, without limits that are not set."""
    limits = {key: value for key, value in sorted(settings.items()) if key != "name" and value is not None}
    told = [f"{key}={value:g}" if isinstance(value, float) else f"{key}={value}" for key, value in limits.items()]
    return f"{settings.get('name')}({', '.join(told)})"

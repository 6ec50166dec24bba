"""Which engine runs a model here, and in which precision."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from reviewer.vectors.openvino_engine import runs_bf16

PRECISIONS = ("f32", "fast")


class Realisation(NamedTuple):
    """The engine, with its version, and the precision that a wish comes to on this machine."""

    engine: str
    precision: str


def realise(precision: str) -> Realisation:
    """Give what `precision` comes to: `fast` is bf16 where OpenVINO is installed and runs in it here, else f32."""
    if precision == "fast" and runs_bf16():
        return Realisation(f"openvino {_installed('openvino')}", "bf16")
    return Realisation(f"onnxruntime {_installed('onnxruntime')}", "f32")


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a build under another name, such as onnxruntime-gpu
        return "of another build"

"""A safetensors file as ONNX initializers: what it holds and where, without reading the weights.

Source: https://github.com/huggingface/safetensors#format (8 bytes of header length, a JSON header, the tensors).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import EmbeddingError

if TYPE_CHECKING:
    from onnx import TensorProto

ONNX_TYPES = {"F32": 1, "F16": 10, "BF16": 16}
HEADER_AT = 8
PREFIXES = ("bert.", "roberta.", "camembert.", "model.")
AGAIN = "Fetch the model's files again."


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where a tensor lies: stored type, shape, first byte in the file, number of bytes."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Weights:
    """The tensors of a safetensors file by their names in a bare encoder."""

    path: Path
    tensors: Mapping[str, Tensor]

    @classmethod
    def read(cls, path: Path) -> Weights:
        """Read the header.

        Raises:
            EmbeddingError: It is no safetensors file, or does not hold what it says.

        """
        try:
            path = path.resolve(strict=True)
            length = path.stat().st_size
            tensors = _tensors(path, length)
        except (OSError, ValueError, TypeError, AttributeError, struct.error) as error:
            raise EmbeddingError(f"{path} is not a safetensors file", AGAIN) from error
        if max((tensor.start + tensor.size for tensor in tensors.values()), default=0) > length:
            raise EmbeddingError(f"{path} is shorter than its header says", AGAIN)
        return cls(path, tensors)

    def initializer(self, name: str, *, inline: bool) -> TensorProto:
        """Give one floating-point tensor for an ONNX graph, copied or as a reference into the file."""
        from onnx import TensorProto

        tensor = self.tensors.get(name)
        if tensor is None or tensor.dtype not in ONNX_TYPES:
            raise EmbeddingError(
                f"{self.path.name}: {tensor.dtype if tensor else 'nothing'} where the weights {name} were expected",
                "Use the weights that belong to this config.json.",
            )
        proto = TensorProto(name=name, data_type=ONNX_TYPES[tensor.dtype], dims=tensor.shape)
        if inline:
            proto.raw_data = self._bytes(tensor)
        else:
            self._refer(proto, tensor)
        return proto

    def _bytes(self, tensor: Tensor) -> bytes:
        with self.path.open("rb") as file:
            file.seek(tensor.start)
            return file.read(tensor.size)

    def _refer(self, proto: TensorProto, tensor: Tensor) -> None:
        from onnx import StringStringEntryProto, TensorProto

        place = {"location": self.path.name, "offset": str(tensor.start), "length": str(tensor.size)}
        proto.data_location = TensorProto.EXTERNAL
        proto.external_data.extend(StringStringEntryProto(key=key, value=value) for key, value in place.items())


def _tensors(path: Path, length: int) -> Mapping[str, Tensor]:
    with path.open("rb") as file:
        (size,) = struct.unpack("<Q", file.read(HEADER_AT))
        header = json.loads(file.read(min(size, length)))
    return {_bare(name): _tensor(entry, HEADER_AT + size) for name, entry in header.items() if name != "__metadata__"}


def _tensor(entry: object, start: int) -> Tensor:
    match entry:
        case {"dtype": str(dtype), "shape": list(shape), "data_offsets": [int(first), int(last)]}:
            return Tensor(dtype, tuple(int(side) for side in shape), start + first, last - first)
    raise ValueError(entry)


def _bare(name: str) -> str:
    """Take off the name of the model around the encoder, and the old names of the layer norm."""
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return name.replace("LayerNorm.gamma", "LayerNorm.weight").replace("LayerNorm.beta", "LayerNorm.bias")

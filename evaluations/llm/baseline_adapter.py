"""The baseline judge behind the same interface as a language model: in process, streamed, no network."""

import asyncio
import json

from django.utils.translation import gettext as _

from evaluations.llm.adapter import Call, Memory, ModelSettings, OnChunk, Reply
from evaluations.llm.baseline import BASELINE_KINDS, judge_comparison
from evaluations.llm.failures import CallFailed, FailureCode, Usage
from evaluations.llm.material import ComparisonMaterial

_CHUNK_CHARS = 240


class BaselineAdapter:
    """Measures the request's material; the model's name says which of the baselines."""

    def __init__(self, model: ModelSettings, memory: Memory) -> None:
        self._kind = model.name
        memory.is_accepted = True

    async def close(self) -> None:
        """Nothing is held."""

    async def send(self, call: Call, *, on_chunk: OnChunk | None) -> Reply:
        """Measure, and give the answer in pieces as a language model would."""
        material = call.request.material
        if self._kind not in BASELINE_KINDS:
            raise CallFailed(FailureCode.NO_SUCH_MODEL, _("There is no such baseline: %s") % self._kind)
        if not isinstance(material, ComparisonMaterial):
            raise CallFailed(
                FailureCode.BAD_REQUEST, _("The baseline judge compares two threads and nothing else.")
            )
        text = json.dumps(judge_comparison(material, kind=self._kind), ensure_ascii=False)
        for start in range(0, len(text), _CHUNK_CHARS):
            if on_chunk is not None:
                on_chunk(text[start : start + _CHUNK_CHARS])
            await asyncio.sleep(0)
        return Reply(text=text, finish="stop", usage=Usage(), model_version=self._kind)

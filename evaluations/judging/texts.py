"""The texts of items as judges are shown them, read once per thread and kept for a while."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from evaluations.llm.material import FeatureText, MessageText, ThreadText
from evaluations.models import Item, ItemFeature
from evaluations.task_types.base import ItemTexts
from pillars.models import Message, Thread
from prompts.rendering import variables_in

_KEPT_THREADS = 400
_METADATA = "metadata."


class ThreadTexts:
    """A bounded store of thread texts: the last ``kept`` threads that were asked for."""

    def __init__(self, kept: int = _KEPT_THREADS) -> None:
        self._kept = kept
        self._texts: OrderedDict[int, ThreadText] = OrderedDict()

    def of(self, ids: Iterable[int]) -> dict[int, ThreadText]:
        """The texts of these threads, in one query for all that are not kept."""
        wanted = set(ids)
        texts = {pk: self._texts[pk] for pk in wanted if pk in self._texts}
        missing = wanted - set(texts)
        if missing:
            texts.update(load_thread_texts(missing))
        for pk in wanted:
            self._texts[pk] = texts[pk]
            self._texts.move_to_end(pk)
        while len(self._texts) > self._kept:
            self._texts.popitem(last=False)
        return texts


def load_thread_texts(ids: Iterable[int]) -> dict[int, ThreadText]:
    """The subjects and messages of these threads, of one made from another that one's messages.

    Times and ids stay out, since they can tell the source.
    A subject reaches a judge only where the prompt asks for it by name.
    """
    threads = Thread.objects.filter(pk__in=set(ids)).values_list("pk", "subject", "source_thread")
    sources = {pk: (subject, source) for pk, subject, source in threads}
    messages: dict[int, list[MessageText]] = {}
    wanted = {*sources, *(source for _subject, source in sources.values() if source is not None)}
    rows = Message.objects.filter(thread__in=wanted).order_by("thread_id", "position")
    for thread_id, role, content in rows.values_list("thread_id", "role", "content"):
        messages.setdefault(thread_id, []).append(MessageText(role, content))
    return {
        pk: ThreadText(tuple(messages.get(pk) or messages.get(source or pk) or ()), subject)
        for pk, (subject, source) in sources.items()
    }


def metadata_keys(*templates: str) -> tuple[str, ...]:
    """The keys of threads' metadata that these prompt texts ask for by name."""
    named = dict.fromkeys(name for template in templates for name in variables_in(template))
    return tuple(name.removeprefix(_METADATA) for name in named if name.startswith(_METADATA))


def item_texts(
    items: Sequence[Item], store: ThreadTexts, *, metadata: Sequence[str] = ()
) -> dict[int, ItemTexts]:
    """The texts of these items by item id; pillars are named where the items have them.

    ``metadata``: the keys of the threads' metadata that are asked for; no others are read.
    """
    known = _metadata_of(items, metadata) if metadata else {}
    texts = store.of({pk for item in items for pk in (item.thread_a_id, item.thread_b_id) if pk is not None})
    features = _features_of(items)
    return {
        item.pk: ItemTexts(
            thread_a=texts[item.thread_a_id],
            thread_b=texts[item.thread_b_id] if item.thread_b_id is not None else None,
            features=tuple(features.get(item.pk, ())),
            pillar_a=str(item.pillar_a or ""),
            pillar_b=str(item.pillar_b or ""),
            metadata=known.get(item.thread_a_id, {}),
            metadata_b=known.get(item.thread_b_id, {}) if item.thread_b_id is not None else {},
        )
        for item in items
    }


def _metadata_of(items: Sequence[Item], keys: Sequence[str]) -> dict[int, dict[str, str]]:
    """What the items' threads say under these keys, by thread id; nothing is an empty text."""
    threads = {pk for item in items for pk in (item.thread_a_id, item.thread_b_id) if pk is not None}
    rows = Thread.objects.filter(pk__in=threads).values_list("pk", "metadata")
    return {pk: {key: _as_text(metadata.get(key)) for key in keys} for pk, metadata in rows}


def _as_text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _features_of(items: Sequence[Item]) -> dict[int, list[FeatureText]]:
    """The items' features in the order of their keys."""
    rows = ItemFeature.objects.filter(item__in=[item.pk for item in items]).select_related("feature")
    features: dict[int, list[FeatureText]] = {}
    for row in sorted(rows, key=lambda row: (len(row.key), row.key)):
        features.setdefault(row.item_id, []).append(FeatureText(row.key, row.feature.content))
    return features

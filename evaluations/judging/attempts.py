"""A call that was made, as its row keeps it."""

from decimal import Decimal
from typing import Any

from evaluations.llm.ask import AttemptRecord
from evaluations.models.provider import cost_of


def columns_of(record: AttemptRecord, input_price: Decimal, output_price: Decimal) -> dict[str, Any]:
    """The columns of ``CallMade``; the prices are those of a million tokens each."""
    usage = record.usage
    return {
        "number": record.number,
        "output_mode": record.output_mode,
        "failure_code": record.failure or "",
        "failure_detail": record.detail,
        "raw_text": record.raw_text,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "tokens_estimated": usage.estimated,
        "cost": cost_of(usage.input_tokens, usage.output_tokens, input_price, output_price),
        "latency_ms": record.latency_ms,
        "started_at": record.started_at,
    }

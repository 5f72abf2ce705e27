"""What is kept of a provider's error."""

import httpx2
import openai
import pytest

from evaluations.llm.failures import Usage
from evaluations.llm.openai_errors import failure_of

pytestmark = pytest.mark.database_free


def test_a_key_that_the_provider_repeats_is_not_kept() -> None:
    response = httpx2.Response(401, request=httpx2.Request("POST", "https://host/v1/chat/completions"))
    error = openai.AuthenticationError(
        "refused", response=response, body={"message": "Incorrect API key: sk-secret-1"}
    )
    failure = failure_of(error, raw_text="", usage=Usage(), key="sk-secret-1")
    assert failure.code == "unauthorised"
    assert failure.detail == "Incorrect API key: …"

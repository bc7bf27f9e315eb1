"""Uses the client that openapi-python-client makes; mypy --strict checks it."""

import sys

from assay_client import AuthenticatedClient
from assay_client.api.jobs import create_job, list_jobs
from assay_client.api.speech import poll_speech
from assay_client.api.universal import get_credits
from assay_client.models import (
    CreditBalance,
    FailedRun,
    FinishedRun,
    Job,
    JobsPage,
    NewJob,
    PollSpeechResponse404,
    ProcessingRun,
    QueuedRun,
    RequirementsConfig,
    RequirementsConfigRequirements,
)

url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)


def poll(run_id: str) -> str:
    """Every variant of a run is a class of its own."""
    answer = poll_speech.sync(run_id, client=client)
    if isinstance(answer, QueuedRun):
        return f"number {answer.queue_position}"
    if isinstance(answer, ProcessingRun):
        return answer.message
    if isinstance(answer, FinishedRun):
        return str(answer.scores.overall)
    if isinstance(answer, FailedRun):
        return answer.error.code.value
    if isinstance(answer, PollSpeechResponse404):
        return answer.error.details.doc_url
    raise SystemExit(f"unexpected: {answer}")


balance = get_credits.sync(client=client)
assert isinstance(balance, CreditBalance) and balance.available == 10, balance

config = RequirementsConfig(requirements=RequirementsConfigRequirements())
job = create_job.sync(client=client, body=NewJob(job_description="x", config=config))
assert isinstance(job, Job), job
page = list_jobs.sync(client=client)
assert isinstance(page, JobsPage) and job.id in [one.id for one in page.data], page
assert poll("unknown") == "/docs/errors#REQUEST_NOT_FOUND"
print(f"Python: stored {job.job_id}, {balance.available} credits")

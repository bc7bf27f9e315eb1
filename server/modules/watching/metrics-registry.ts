import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From the quickest answers to an upload that takes its time, in seconds. */
const requestBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
/** Of steps and runs: a second to half an hour. */
const workBuckets = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800];
/** Of answers in an interview. */
const responseBuckets = [0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.5, 4, 8];

/**
 * Every figure there is, by Prometheus' naming: units in names, `_total` for what only rises. No label names a client, a person or a run.
 */
export function createFigures() {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  collectDefaultMetrics({ register: registry, prefix: 'assay_api_' });
  // Sums of gauges that have the same by type, under names that belong to counters.
  for (const metric of registry.getMetricsAsArray())
    if (metric instanceof Gauge && metric.name.endsWith('_total')) registry.removeSingleMetric(metric.name);
  return {
    registry,
    build: gauge('assay_build_info', 'Always 1; the version is a label', ['version']),
    httpRequests: histogram(
      'assay_http_request_duration_seconds',
      'Requests answered by this process, by pattern of the route',
      ['method', 'route', 'status'],
      requestBuckets,
    ),

    runs: gauge('assay_runs', 'Runs that are not ended', ['service', 'status']),
    oldestWaiting: gauge('assay_run_oldest_waiting_seconds', 'Age of the oldest run that waits', ['service']),
    runsEnded: counter('assay_runs_ended_total', 'Runs that ended', ['service', 'status']),
    runFailures: counter('assay_run_failures_total', 'Runs that failed, by code', ['service', 'code']),
    runWaited: histogram('assay_run_waiting_seconds', 'From submission to start', ['service'], workBuckets),
    runTook: histogram('assay_run_duration_seconds', 'From start to end', ['service'], workBuckets),
    stepTook: histogram(
      'assay_step_duration_seconds',
      'Steps of runs that ended',
      ['service', 'step', 'outcome'],
      workBuckets,
    ),
    audio: counter('assay_audio_seconds_total', 'Sound of runs that ended', ['service']),
    creditsCharged: counter('assay_credits_charged_total', 'Credits charged since the installation began', [
      'service',
    ]),

    workers: gauge('assay_workers', 'Workers that live', ['state']),
    workerStart: gauge(
      'assay_worker_start_seconds',
      'The longest that a living worker took to load its models',
    ),
    candidates: gauge('assay_cv_candidates', 'Candidates of all corpora, by whether they are embedded', [
      'status',
    ]),

    interviews: gauge('assay_interviews', 'Interviews that are not ended', ['status']),
    responses: histogram(
      'assay_interview_response_seconds',
      "From the end of what a candidate said to the interviewer's first sound",
      [],
      responseBuckets,
    ),
    turns: counter('assay_interview_turns_total', 'Turns of candidates'),
    cutOffs: counter('assay_interview_cut_offs_total', 'Turns after which the candidate went on within 2 s'),

    webhooks: gauge('assay_webhooks_waiting', 'Messages that are not delivered yet'),
    oldestWebhook: gauge('assay_webhook_oldest_due_seconds', 'How long the oldest message is overdue'),
    webhooksEnded: counter('assay_webhooks_ended_total', 'Messages that were delivered or given up', [
      'event',
      'status',
    ]),
    webhookTries: histogram(
      'assay_webhook_attempt_duration_seconds',
      'Tries of messages that ended',
      ['outcome'],
      requestBuckets,
    ),

    checks: gauge('assay_check_healthy', '1 where the check of /api/v1/health passes', ['check']),
    diskFree: gauge('assay_disk_free_bytes', 'Free space where the data folder lies'),
    databaseSize: gauge('assay_database_bytes', 'Size of the database'),
  };
}

export type Figures = ReturnType<typeof createFigures>;

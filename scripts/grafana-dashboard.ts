import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Writes deploy/grafana/assay.json anew: node scripts/grafana-dashboard.ts */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana
const datasource = { type: 'prometheus', uid: '${datasource}' };

interface Panel {
  title: string;
  /** Legend -> expression. */
  asks: Record<string, string>;
  unit?: string;
  kind?: 'timeseries' | 'stat';
  width?: number;
}

const rate = (name: string, by: string) => `sum by (${by}) (rate(${name}[$__rate_interval]))`;
/** Every api process tells the same of the database: the largest is as good as any. */
const most = (name: string, by: string) => `max by (${by}) (${name})`;
const quantile = (share: number, name: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (rate(${name}_bucket[$__rate_interval])))`;

const rows: [string, Panel[]][] = [
  [
    'At a glance',
    [
      {
        title: 'Checks that fail',
        kind: 'stat',
        width: 6,
        asks: { '{{check}}': 'min by (check) (assay_check_healthy) == 0' },
      },
      {
        title: 'Workers ready',
        kind: 'stat',
        width: 6,
        asks: { ready: 'max(assay_workers{state="ready"})' },
      },
      {
        title: 'Free disk',
        kind: 'stat',
        width: 6,
        unit: 'bytes',
        asks: { free: 'min(assay_disk_free_bytes)' },
      },
      {
        title: 'Interviews now',
        kind: 'stat',
        width: 6,
        asks: { active: 'max(assay_interviews{status="active"})' },
      },
    ],
  ],
  [
    'Runs',
    [
      {
        title: 'Waiting and processed',
        asks: { '{{service}} {{status}}': most('assay_runs', 'service, status') },
      },
      {
        title: 'Oldest that waits',
        unit: 's',
        asks: { '{{service}}': most('assay_run_oldest_waiting_seconds', 'service') },
      },
      {
        title: 'Ended per second',
        asks: { '{{service}} {{status}}': rate('assay_runs_ended_total', 'service, status') },
      },
      {
        title: 'Failures by code',
        asks: { '{{service}} {{code}}': rate('assay_run_failures_total', 'service, code') },
      },
      {
        title: 'Time of a run, p95',
        unit: 's',
        asks: { '{{service}}': quantile(0.95, 'assay_run_duration_seconds', 'service') },
      },
      {
        title: 'Time in the queue, p95',
        unit: 's',
        asks: { '{{service}}': quantile(0.95, 'assay_run_waiting_seconds', 'service') },
      },
      {
        title: 'Time of steps, p95',
        unit: 's',
        asks: { '{{service}} {{step}}': quantile(0.95, 'assay_step_duration_seconds', 'service, step') },
      },
      {
        title: 'Sound heard per second',
        unit: 's',
        asks: { '{{service}}': rate('assay_audio_seconds_total', 'service') },
      },
    ],
  ],
  [
    'Live interviews',
    [
      { title: 'Sessions', asks: { '{{status}}': most('assay_interviews', 'status') } },
      {
        title: 'First sound of the interviewer',
        unit: 's',
        asks: {
          p50: quantile(0.5, 'assay_interview_response_seconds'),
          p95: quantile(0.95, 'assay_interview_response_seconds'),
        },
      },
      {
        title: 'Share of turns cut off',
        unit: 'percentunit',
        asks: {
          'cut off':
            'sum(rate(assay_interview_cut_offs_total[1h])) / sum(rate(assay_interview_turns_total[1h]))',
        },
      },
    ],
  ],
  [
    'Webhooks',
    [
      { title: 'Waiting', asks: { waiting: 'max(assay_webhooks_waiting)' } },
      { title: 'Overdue', unit: 's', asks: { oldest: 'max(assay_webhook_oldest_due_seconds)' } },
      {
        title: 'Ended per second',
        asks: { '{{event}} {{status}}': rate('assay_webhooks_ended_total', 'event, status') },
      },
      {
        title: 'Time of tries, p95',
        unit: 's',
        asks: { '{{outcome}}': quantile(0.95, 'assay_webhook_attempt_duration_seconds', 'outcome') },
      },
    ],
  ],
  [
    'Interface',
    [
      {
        title: 'Requests per second',
        asks: { '{{status}}': rate('assay_http_request_duration_seconds_count', 'status') },
      },
      {
        title: 'Time to an answer, p95',
        unit: 's',
        asks: { '{{route}}': quantile(0.95, 'assay_http_request_duration_seconds', 'route') },
      },
      {
        title: 'Credits charged per hour',
        asks: { '{{service}}': '3600 * max by (service) (rate(assay_credits_charged_total[1h]))' },
      },
      { title: 'Candidates of corpora', asks: { '{{status}}': most('assay_cv_candidates', 'status') } },
      { title: 'Database', unit: 'bytes', asks: { size: 'max(assay_database_bytes)' } },
      {
        title: 'Memory of api processes',
        unit: 'bytes',
        asks: { '{{instance}}': 'assay_api_process_resident_memory_bytes' },
      },
    ],
  ],
];

const panels: object[] = [];
let [id, y] = [1, 0];
for (const [title, own] of rows) {
  panels.push({
    id: id++,
    type: 'row',
    title,
    collapsed: false,
    gridPos: { x: 0, y: y++, w: 24, h: 1 },
    panels: [],
  });
  let x = 0;
  let height = 0;
  for (const { title: name, asks, unit = 'short', kind = 'timeseries', width = 8 } of own) {
    const h = kind === 'stat' ? 4 : 8;
    if (x + width > 24) {
      x = 0;
      y += height;
    }
    panels.push({
      id: id++,
      type: kind,
      title: name,
      datasource,
      gridPos: { x, y, w: width, h },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: Object.entries(asks).map(([legendFormat, expr], at) => ({
        refId: String.fromCharCode(65 + at),
        datasource,
        expr,
        legendFormat,
      })),
    });
    x += width;
    height = h;
  }
  y += height;
}

const dashboard = {
  uid: 'assay',
  title: 'Assay',
  tags: ['assay'],
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
  },
  annotations: { list: [] },
  panels,
};
const path = resolve(import.meta.dirname, '../deploy/grafana/assay.json');
writeFileSync(path, `${JSON.stringify(dashboard, null, 2)}\n`);

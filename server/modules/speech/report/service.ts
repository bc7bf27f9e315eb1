import { reportHtml, reportPolicy } from '../../../domain/report/html.ts';
import { askedLevel } from '../../../domain/report/job-level.ts';
import { buildReport } from '../../../domain/report/report.ts';
import type { Report } from '../../../domain/report/types.ts';
import type { ReportPdf } from '../../../engines/report-pdf/port.ts';
import { ApiError } from '../../../errors.ts';
import type { JobsService } from '../../jobs/types.ts';
import type { SpeechRun } from '../run-type.ts';
import type { ReportService, WantedReport } from '../types.ts';
import { reportCalibrations, reportSource } from './source.ts';

export interface ReportDeps {
  jobs: Pick<JobsService, 'find'>;
  /** Whose a run is. */
  people: { ofRun(of: { clientId: string; runId: string }): Promise<{ name: string | null } | null> };
  pdf: ReportPdf;
}

export function createReportService({ jobs, people, pdf }: ReportDeps): ReportService {
  async function asked({ clientId }: SpeechRun, jobId: string | undefined, language: string) {
    // An empty parameter is an absent one.
    if (!jobId) return null;
    const job = await jobs.find({ clientId, jobId });
    if (!job)
      throw new ApiError(
        'JOB_NOT_FOUND',
        `This account has no job "${jobId}". Send the id that creating the job returned, or leave it out.`,
      );
    return askedLevel(job.config, language, job.title === '' ? null : job.title) ?? 'nothing';
  }

  async function make(run: SpeechRun, { reader, language, jobId }: WantedReport): Promise<Report> {
    const person = await people.ofRun({ clientId: run.clientId, runId: run.id });
    const source = reportSource(run, person?.name ?? null);
    if (!source) throw notAvailable(run);
    return buildReport(source, reportCalibrations, {
      ...{ reader, language },
      asked: await asked(run, jobId, source.language),
    });
  }

  return {
    async render(run, wanted) {
      const report = await make(run, wanted);
      const common = { 'cache-control': 'no-store' };
      if (wanted.format === 'json') {
        return { body: report, headers: { ...common, 'content-type': 'application/json; charset=utf-8' } };
      }
      if (wanted.format === 'html') {
        return {
          body: reportHtml(report),
          headers: {
            ...common,
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': reportPolicy,
          },
        };
      }
      return {
        body: await pdf.print(report),
        headers: {
          ...common,
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="report-${run.id}-${wanted.reader}.pdf"`,
        },
      };
    },
  };
}

function notAvailable({ status, error }: SpeechRun): ApiError {
  const said =
    status === 'failed'
      ? ['The analysis failed.', error?.message, 'Submit the recording again once the cause is gone.']
      : status === 'success' || status === 'partial'
        ? ['The result was deleted, and reports are made from it. Submit the recording again for a new one.']
        : ['The analysis has not ended. Ask for the report when it has.'];
  return new ApiError('REPORT_NOT_AVAILABLE', said.filter(Boolean).join(' '), { details: { status } });
}

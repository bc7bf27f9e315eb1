import { setImmediate } from 'node:timers/promises';
import { byQuestion } from '../../domain/interview/by-question.ts';
import { interviewReport } from '../../domain/interview/interview-report.ts';
import { spokenTo } from '../../domain/interview/spoken-to.ts';
import type { WordBook } from '../../domain/matching/score-by-meaning.ts';
import type { JobsService } from '../jobs/types.ts';
import type { InterviewRun } from './run-type.ts';
import type { InterviewAnswers } from './types.ts';

/**
 * What an interview's answers are evidence of, worked out at every reading: the job may ask for something else by then, what finds it gets
 * better, and with the transcript nothing else has to be deleted.
 */
export function createInterviewAnswers({
  jobs,
  openBook,
}: {
  jobs: Pick<JobsService, 'find'>;
  /** Called when it is first needed: it takes memory. */
  openBook: () => Promise<WordBook>;
}): InterviewAnswers {
  const jobOf = async ({ clientId, input: { jobId } }: InterviewRun) =>
    jobId === null ? undefined : await jobs.find({ clientId, jobId });

  return {
    answersOf(run) {
      const transcript = run.result?.transcript;
      if (!transcript) return undefined;
      const entries = byQuestion(transcript);
      return { entries, report: interviewReport(transcript, entries) };
    },

    async evidenceOf(run, signal) {
      const transcript = run.result?.transcript;
      if (!transcript) return undefined;
      const job = await jobOf(run);
      if (!job) return { job: null, requirements: [] };
      const { requirements } = job.config;
      const entries = byQuestion(transcript);
      const asked = { entries, language: transcript.language, requirements };
      return {
        job: { id: job.id, title: job.title },
        requirements: await spokenTo(asked, await openBook(), signal, () => setImmediate()),
      };
    },
  };
}

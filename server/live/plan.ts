import { planInterview } from '../domain/interview/plan.ts';
import type { InterviewPlan } from '../domain/interview/types.ts';
import type { LiveSession } from '../modules/interview/types.ts';

/** What a session's interviewer is to ask within a time: the same for every candidate of a role. */
export const planOf = (
  { language, roleName, interviewer, job }: LiveSession,
  budgetMs: number,
): InterviewPlan =>
  planInterview({
    ...{ language, roleName, budgetMs, questions: interviewer.questions },
    ...(job && { skills: job.config.requirements.skills }),
  });

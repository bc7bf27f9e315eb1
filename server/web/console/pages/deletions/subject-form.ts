import type { SentSubject } from '../../../../modules/console/deletions/contract.ts';

/** What is typed so far. */
export interface SubjectDraft {
  kind: SentSubject['kind'];
  externalId: string;
  runId: string;
  /** Chosen on the candidate's page; never typed. */
  candidateId: string;
  key: string;
  value: string;
}

export const emptyDraft: SubjectDraft = {
  kind: 'externalId',
  externalId: '',
  runId: '',
  candidateId: '',
  key: '',
  value: '',
};

const fieldsOf = {
  externalId: ['externalId'],
  run: ['runId'],
  candidate: ['candidateId'],
  metadata: ['key', 'value'],
} as const satisfies Record<SentSubject['kind'], readonly (keyof SubjectDraft)[]>;

/** Fields that are needed and empty. */
export const missingFields = (draft: SubjectDraft): string[] =>
  fieldsOf[draft.kind].filter((field) => draft[field].trim() === '');

/** External ids and metadata are meant exactly as they are; only a run's id is ours to trim. */
export function subjectOf(draft: SubjectDraft): SentSubject {
  if (draft.kind === 'run') return { kind: 'run', runId: draft.runId.trim() };
  if (draft.kind === 'candidate') return { kind: 'candidate', candidateId: draft.candidateId };
  if (draft.kind === 'externalId') return { kind: 'externalId', externalId: draft.externalId };
  return { kind: 'metadata', key: draft.key, value: draft.value };
}

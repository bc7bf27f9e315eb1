import type { Services } from '#server/commands/services.ts';

/** Ids that addresses of pages are made of. */
export type Ids = Readonly<
  Record<
    | 'clientId'
    | 'runId'
    | 'otherRunId'
    | 'failedRunId'
    | 'jobId'
    | 'matchId'
    | 'searchId'
    | 'personaId'
    | 'sessionId'
    | 'liveSessionId'
    | 'failedSessionId'
    | 'deletionId'
    | 'candidateId',
    string
  >
>;

export interface DemoPage {
  path: string;
  who: 'public' | 'owner' | 'admin' | 'recruiter';
  /** Parts of what the browser says in red and is right to. */
  expected?: readonly string[];
}

/** Every page of the console by a name for its picture. `:name` stands for an id. */
export const pages: Readonly<Record<string, DemoPage>> = {
  'sign-in': { path: '/sign-in', who: 'public' },
  // The token is of no link.
  welcome: { path: '/welcome#unknown', who: 'public', expected: ['404'] },
  home: { path: '/c/:clientId/overview', who: 'recruiter' },
  developers: { path: '/c/:clientId/developers', who: 'admin' },
  runs: { path: '/c/:clientId/runs', who: 'admin' },
  run: { path: '/c/:clientId/runs/:runId', who: 'admin' },
  'run-failed': { path: '/c/:clientId/runs/:failedRunId', who: 'admin' },
  scorecard: { path: '/c/:clientId/runs/:runId/scorecard', who: 'admin' },
  compare: { path: '/c/:clientId/compare?a=:runId&b=:otherRunId', who: 'admin' },
  playground: { path: '/c/:clientId/playground', who: 'admin' },
  candidates: { path: '/c/:clientId/candidates', who: 'admin' },
  candidate: { path: '/c/:clientId/candidates/:candidateId', who: 'admin' },
  panel: { path: '/c/:clientId/candidates/:candidateId/panel', who: 'admin' },
  // The token is of no link.
  shared: { path: '/shared#unknown', who: 'public', expected: ['404'] },
  uploads: { path: '/c/:clientId/uploads', who: 'admin' },
  jobs: { path: '/c/:clientId/jobs', who: 'admin' },
  'job-new': { path: '/c/:clientId/jobs/new', who: 'admin' },
  job: { path: '/c/:clientId/jobs/:jobId', who: 'admin' },
  'job-edit': { path: '/c/:clientId/jobs/:jobId/edit', who: 'admin' },
  matches: { path: '/c/:clientId/matches', who: 'admin' },
  match: { path: '/c/:clientId/matches/:matchId', who: 'admin' },
  'cv-search': { path: '/c/:clientId/cv-search', who: 'admin' },
  corpora: { path: '/c/:clientId/cv-search?tab=corpora', who: 'admin' },
  corpus: { path: '/c/:clientId/cv-search/corpora/applicants-2026', who: 'admin' },
  'search-new': { path: '/c/:clientId/cv-search/new?from=:searchId', who: 'admin' },
  search: { path: '/c/:clientId/cv-search/:searchId', who: 'admin' },
  personas: { path: '/c/:clientId/personas', who: 'admin' },
  persona: { path: '/c/:clientId/personas/:personaId', who: 'admin' },
  'persona-edit': { path: '/c/:clientId/personas/:personaId/edit', who: 'admin' },
  invitations: { path: '/c/:clientId/invitations', who: 'admin' },
  'invite-people': { path: '/c/:clientId/invitations?invite=:personaId', who: 'admin' },
  sessions: { path: '/c/:clientId/sessions', who: 'admin' },
  'candidate-notice': { path: '/c/:clientId/candidate-notice', who: 'admin' },
  'session-held': { path: '/c/:clientId/sessions/:sessionId', who: 'admin' },
  'session-live': { path: '/c/:clientId/sessions/:liveSessionId', who: 'admin' },
  keys: { path: '/c/:clientId/keys', who: 'admin' },
  projects: { path: '/c/:clientId/projects', who: 'admin' },
  webhooks: { path: '/c/:clientId/webhooks', who: 'admin' },
  members: { path: '/c/:clientId/members', who: 'admin' },
  retention: { path: '/c/:clientId/retention', who: 'admin' },
  deletions: { path: '/c/:clientId/deletions', who: 'admin' },
  deletion: { path: '/c/:clientId/deletions/:deletionId', who: 'admin' },
  audit: { path: '/c/:clientId/audit', who: 'admin' },
  credits: { path: '/c/:clientId/credits', who: 'admin' },
  settings: { path: '/c/:clientId/settings', who: 'owner' },
  clients: { path: '/clients', who: 'owner' },
  'installation-overview': { path: '/installation/overview', who: 'owner' },
  health: { path: '/installation/health', who: 'owner' },
  models: { path: '/installation/models', who: 'owner' },
  system: { path: '/installation/system', who: 'owner' },
  backups: { path: '/installation/backups', who: 'owner' },
  'installation-settings': { path: '/installation/settings', who: 'owner' },
  people: { path: '/installation/people', who: 'owner' },
  'installation-audit': { path: '/installation/audit', who: 'owner' },
  account: { path: '/account', who: 'admin' },
  'not-found': { path: '/nowhere', who: 'admin' },
};

/** The page's address below /console, with ids in place. */
export const addressOf = (path: string, ids: Ids): string =>
  `/console${path.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name as keyof Ids];
    if (!id) throw new Error(`There is no id "${name}" for the page "${path}".`);
    return id;
  })}`;

/** Ids of a seeded server. */
export async function findIds({ db }: Pick<Services, 'db'>, clientId: string): Promise<Ids> {
  const runs = await db
    .selectFrom('runs')
    .select(['id', 'service_type', 'status'])
    .where('client_id', '=', clientId)
    .where('playground', '=', 0)
    .orderBy('created_at', 'desc')
    .execute();
  const jobs = await db
    .selectFrom('jobs')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('sequence')
    .execute();
  const persona = await db
    .selectFrom('personas')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('sequence')
    .executeTakeFirstOrThrow();
  const interviews = await db
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('client_id', '=', clientId)
    .where('service_type', '=', 'interview')
    .execute();
  const interview = (status: string) => interviews.find((run) => run.status === status)!.id;
  const deletion = await db
    .selectFrom('deletions')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  // Who has both a CV and a recording.
  const candidate = await db
    .selectFrom('candidate_runs')
    .innerJoin('runs', 'runs.id', 'candidate_runs.run_id')
    .innerJoin('candidate_decisions', 'candidate_decisions.record_id', 'candidate_runs.record_id')
    .select('candidate_runs.record_id')
    .where('runs.client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const of = (type: string, isFailed: boolean) =>
    runs.filter((run) => run.service_type === type && (run.status === 'failed') === isFailed);
  const [run, other] = of('speech', false);
  return {
    clientId,
    runId: run!.id,
    otherRunId: other!.id,
    failedRunId: of('speech', true)[0]!.id,
    jobId: jobs[0]!.id,
    matchId: of('cv_deepmatch', false)[0]!.id,
    searchId: of('cv_deepsearch', false)[0]!.id,
    personaId: persona.id,
    sessionId: interview('success'),
    liveSessionId: interview('processing'),
    failedSessionId: interview('failed'),
    deletionId: deletion.id,
    candidateId: candidate.record_id!,
  };
}

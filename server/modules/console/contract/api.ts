import type { Static, TSchema } from 'typebox';
import type { ConsoleRoute } from '../access.ts';
import * as account from './account.ts';
import * as audit from './audit.ts';
import * as backups from './backups.ts';
import * as candidates from './candidates.ts';
import * as clients from './clients.ts';
import * as credits from './credits.ts';
import * as deletions from './deletions.ts';
import * as installation from './installation.ts';
import { interviewRoutes } from './interview-routes.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as matches from './matches.ts';
import * as overview from './overview.ts';
import * as people from './people.ts';
import * as projects from './projects.ts';
import * as retention from './retention.ts';
import * as runEvents from './run-events.ts';
import * as runs from './runs.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import { IdempotencyHeader } from './shapes.ts';
import * as shares from './shares.ts';
import * as uploads from './uploads.ts';
import * as webhooks from './webhooks.ts';

/**
 * What each route of the access table takes and answers, said once: routes are registered from it, pages call by it.
 * Params are those of the path. Pages import types from here and nothing else, so that no schema reaches a browser.
 */
export interface RouteContract {
  query?: TSchema;
  /** JSON; uploads are read by their route. */
  body?: TSchema;
  /** Beside those of every call. */
  headers?: TSchema;
  /** JSON. `nothing`: 204. `raw`: a file, a stream of events, a redirect; the route sends it itself. */
  answer: TSchema | 'nothing' | 'raw';
  /** Of a success; 200 unless said. */
  status?: 201 | 202;
}

export const contract = {
  'GET /session': { answer: session.SessionAnswer },
  'POST /session': { body: session.SignIn, answer: session.SessionAnswer },
  'DELETE /session': { answer: 'nothing' },
  'POST /invites/check': { body: session.CheckedInvite, answer: session.InviteAnswer },
  'POST /invites/accept': { body: session.AcceptInvite, answer: session.SessionAnswer },
  'POST /shared/candidate': { body: shares.ShareToken, answer: shares.SharedCandidate },
  'POST /shared/candidate/file': { body: shares.SharedFile, answer: 'raw' },
  'GET /oidc/start': { query: session.OidcStartQuery, answer: 'raw' },
  'GET /oidc/callback': { answer: 'raw' },
  'GET /account': { answer: account.AccountAnswer },
  'PATCH /account': { body: account.AccountChange, answer: account.AccountAnswer },
  'POST /account/password': { body: account.PasswordChange, answer: account.AccountAnswer },
  'POST /account/totp': { body: account.TotpBegin, answer: account.TotpBegun },
  'POST /account/totp/confirm': { body: account.TotpProof, answer: account.RecoveryCodes },
  'DELETE /account/totp': { body: account.TotpProof, answer: account.AccountAnswer },
  'POST /account/recovery-codes': { body: account.NewRecoveryCodes, answer: account.RecoveryCodes },
  'GET /account/sessions': { answer: account.SessionList },
  'DELETE /account/sessions/:sessionId': { answer: 'nothing' },

  'GET /installation/overview': {
    query: overview.OverviewQuery,
    answer: overview.InstallationOverviewAnswer,
  },
  'GET /installation/system': { answer: installation.SystemAnswer },
  'GET /installation/backups': { answer: backups.BackupsAnswer },
  'POST /installation/backups': { answer: backups.BackupsAnswer },
  'POST /installation/backups/verify': { answer: backups.BackupsAnswer },
  'GET /installation/models': { answer: installation.ModelsAnswer },
  'GET /installation/hearing': { answer: installation.HearingAnswer },
  'POST /installation/hearing/languages': { answer: installation.HearingAnswer },
  'DELETE /installation/hearing/languages': { answer: installation.HearingAnswer },
  'GET /installation/health': { answer: installation.HealthAnswer },
  'GET /installation/prices': { answer: installation.PricesAnswer },
  'PUT /installation/prices': { body: clients.OwnPrices, answer: installation.PricesAnswer },
  'GET /installation/retention': { answer: retention.InstallationRetention },
  'PUT /installation/retention': {
    body: retention.RetentionChanges,
    answer: retention.InstallationRetention,
  },
  'POST /installation/retention/preview': {
    body: retention.PreviewedRule,
    answer: retention.RetentionPreview,
  },
  'GET /installation/webhook-secret': { answer: webhooks.NewSecret },
  'POST /installation/webhook-secret/rotate': { body: webhooks.SecretRotation, answer: webhooks.NewSecret },
  'GET /installation/people': { answer: people.PeopleAnswer },
  'POST /installation/people/invites': { body: people.NewOwner, answer: people.LinkMade, status: 201 },
  'DELETE /installation/people/invites/:inviteId': { answer: 'nothing' },
  'POST /installation/people/:userId/reset': {
    body: people.ResetPerson,
    answer: people.LinkMade,
    status: 201,
  },
  'PATCH /installation/people/:userId': { body: people.PersonChange, answer: people.PersonChanged },
  'GET /installation/audit': { query: audit.AuditQuery, answer: audit.AuditAnswer },
  'GET /installation/audit/export': { query: audit.AuditExportQuery, answer: 'raw' },
  'POST /installation/audit/verify': { answer: audit.AuditVerification },

  'GET /clients': { answer: clients.ClientsAnswer },
  'POST /clients': { body: clients.NewClient, answer: clients.ClientAnswer, status: 201 },
  'GET /clients/:clientId': { answer: clients.ClientAnswer },
  'PATCH /clients/:clientId': { body: clients.ClientChanges, answer: clients.ClientAnswer },
  'PUT /clients/:clientId/prices': { body: clients.OwnPrices, answer: clients.ClientAnswer },
  'GET /clients/:clientId/overview': { query: overview.OverviewQuery, answer: overview.OverviewAnswer },
  'GET /clients/:clientId/credits': { query: credits.CreditsQuery, answer: credits.CreditsAnswer },
  'POST /clients/:clientId/credits': { body: credits.TopUp, answer: credits.CreditsAnswer, status: 201 },

  'GET /clients/:clientId/members': { answer: people.MembersAnswer },
  'POST /clients/:clientId/members': { body: people.NewMember, answer: people.LinkMade, status: 201 },
  'PATCH /clients/:clientId/members/:userId': { body: people.MemberChange, answer: people.MemberChanged },
  'DELETE /clients/:clientId/members/:userId': { answer: 'nothing' },
  'DELETE /clients/:clientId/invites/:inviteId': { answer: 'nothing' },
  'GET /clients/:clientId/audit': { query: audit.AuditQuery, answer: audit.AuditAnswer },
  'GET /clients/:clientId/audit/export': { query: audit.AuditExportQuery, answer: 'raw' },

  'GET /clients/:clientId/projects': { answer: projects.ProjectsAnswer },
  'POST /clients/:clientId/projects': {
    body: projects.NewProject,
    answer: projects.ProjectRow,
    status: 201,
  },
  'PATCH /clients/:clientId/projects/:projectId': {
    body: projects.ProjectChanges,
    answer: projects.ProjectRow,
  },
  'GET /clients/:clientId/keys': { answer: keys.KeysAnswer },
  'POST /clients/:clientId/keys': { body: keys.NewKey, answer: keys.KeyMade, status: 201 },
  'POST /clients/:clientId/keys/check': { body: keys.CheckedAllowList, answer: keys.AllowListAnswer },
  'PATCH /clients/:clientId/keys/:keyId': { body: keys.KeyChanges, answer: keys.KeyRow },
  'POST /clients/:clientId/keys/:keyId/revoke': { answer: keys.KeyRow },
  'POST /clients/:clientId/keys/:keyId/extend': { body: keys.KeyExtension, answer: keys.KeyRow },
  'POST /clients/:clientId/keys/:keyId/rotate': {
    body: keys.KeyRotation,
    answer: keys.KeyMade,
    status: 201,
  },

  'GET /clients/:clientId/runs': { query: runs.BrowseQuery, answer: runs.RunsAnswer },
  'GET /clients/:clientId/runs/:runId': { answer: runs.RunDetail },
  'GET /clients/:clientId/runs/:runId/report': { query: runs.ReportQuery, answer: 'raw' },
  'GET /clients/:clientId/runs/:runId/audio': { answer: 'raw' },
  'GET /clients/:clientId/runs/:runId/peaks': { answer: runs.PeaksAnswer },
  'GET /clients/:clientId/runs/:runId/events': { answer: 'raw' },
  'POST /clients/:clientId/runs/:runId/candidate': {
    body: runEvents.NewCandidate,
    answer: runEvents.RescoringState,
    status: 202,
  },
  'GET /clients/:clientId/uploads': { answer: uploads.UploadList },
  'POST /clients/:clientId/uploads': { body: uploads.NewUpload, answer: uploads.Upload, status: 201 },
  'POST /clients/:clientId/uploads/check': { body: uploads.UploadQuestion, answer: uploads.UploadKnown },
  'DELETE /clients/:clientId/uploads/:uploadId': { answer: 'nothing' },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId': {
    headers: IdempotencyHeader,
    answer: uploads.UploadTaken,
    status: 202,
  },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId/again': {
    answer: uploads.UploadTaken,
    status: 202,
  },
  'POST /clients/:clientId/playground': {
    headers: IdempotencyHeader,
    answer: runEvents.PlaygroundAnswer,
    status: 202,
  },

  'GET /clients/:clientId/jobs': { query: jobs.JobsQuery, answer: jobs.JobList },
  'POST /clients/:clientId/jobs': { body: jobs.JobDraft, answer: jobs.JobDetails, status: 201 },
  'POST /clients/:clientId/jobs/check': {
    query: jobs.JobCheckQuery,
    body: jobs.JobDraft,
    answer: jobs.JobCheck,
  },
  'GET /clients/:clientId/jobs/:jobId': { answer: jobs.JobDetails },
  'PATCH /clients/:clientId/jobs/:jobId': { body: jobs.JobDraft, answer: jobs.JobDetails },
  'POST /clients/:clientId/jobs/:jobId/archive': { answer: jobs.JobDetails },
  'GET /clients/:clientId/jobs/:jobId/versions': { answer: jobs.JobVersions },
  'GET /clients/:clientId/matches': { query: matches.MatchesQuery, answer: matches.MatchList },
  'POST /clients/:clientId/matches': {
    // One per chosen file: sent again after a lost answer, the match is the first one.
    headers: IdempotencyHeader,
    answer: matches.MatchRow,
    status: 202,
  },
  'GET /clients/:clientId/matches/:runId': { answer: matches.MatchDetails },
  'GET /clients/:clientId/matches/:runId/cv': { answer: 'raw' },
  'GET /clients/:clientId/matches/:runId/cv/text': { answer: matches.CvText },
  'GET /clients/:clientId/matches/:runId/events': { answer: 'raw' },

  'GET /clients/:clientId/samples': { answer: candidates.SampleCandidates },
  'POST /clients/:clientId/samples': { answer: candidates.SampleCandidates },
  'DELETE /clients/:clientId/samples': { answer: 'nothing' },

  'GET /clients/:clientId/candidates': {
    query: candidates.CandidatesQuery,
    answer: candidates.CandidateList,
  },
  'POST /clients/:clientId/candidates': {
    body: candidates.NewCandidateRecord,
    answer: candidates.CandidateMade,
    status: 201,
  },
  'POST /clients/:clientId/candidates/decisions': {
    body: candidates.NewDecisions,
    answer: candidates.DecisionsTaken,
  },
  'POST /clients/:clientId/candidates/decisions/undo': {
    body: candidates.SeenCandidates,
    answer: candidates.DecisionsTaken,
  },
  'POST /clients/:clientId/candidates/import/check': {
    body: candidates.CandidatesCsv,
    answer: candidates.CandidatesImported,
  },
  'POST /clients/:clientId/candidates/import': {
    body: candidates.CandidatesCsv,
    answer: candidates.CandidatesImported,
  },
  'GET /clients/:clientId/candidate-of': {
    query: candidates.CandidateOfQuery,
    answer: candidates.CandidateOf,
  },
  'GET /clients/:clientId/candidates/:candidateId': { answer: candidates.CandidateDetails },
  'PATCH /clients/:clientId/candidates/:candidateId': {
    body: candidates.CandidateChange,
    answer: candidates.CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/notes': {
    body: candidates.NewNote,
    answer: candidates.CandidateDetails,
    status: 201,
  },
  'DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId': { answer: 'nothing' },
  'POST /clients/:clientId/candidates/:candidateId/decisions': {
    body: candidates.NewDecision,
    answer: candidates.CandidateDetails,
    status: 201,
  },
  'POST /clients/:clientId/candidates/:candidateId/decisions/undo': {
    body: candidates.SeenVersion,
    answer: candidates.CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/merge': {
    body: candidates.CandidateMerge,
    answer: candidates.CandidateDetails,
  },
  'POST /clients/:clientId/candidates/:candidateId/separate': {
    body: candidates.CandidateSeparation,
    answer: candidates.CandidateMade,
  },
  'POST /clients/:clientId/candidates/:candidateId/split': {
    body: candidates.CandidateSplit,
    answer: candidates.CandidateMade,
    status: 201,
  },
  'POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss': {
    answer: candidates.CandidateDetails,
  },
  'GET /clients/:clientId/candidates/:candidateId/cvs/:runId': { answer: 'raw' },
  'GET /clients/:clientId/candidates/:candidateId/sheet': {
    query: shares.SheetQuery,
    answer: shares.CandidateSheet,
  },
  'GET /clients/:clientId/candidates/:candidateId/links': { answer: shares.ShareLinkList },
  'POST /clients/:clientId/candidates/:candidateId/links': {
    body: shares.NewShareLink,
    answer: shares.ShareLinkMade,
    status: 201,
  },
  'POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke': { answer: 'nothing' },
  'POST /clients/:clientId/candidates/:candidateId/entries': {
    body: candidates.CandidateEntryAdded,
    answer: candidates.CandidateDetails,
  },

  'GET /clients/:clientId/corpora': { answer: search.CorpusList },
  'GET /clients/:clientId/corpora/:corpusId': { answer: search.CorpusDetails },
  'GET /clients/:clientId/corpora/:corpusId/candidates': {
    query: search.PeopleQuery,
    answer: search.PeopleList,
  },
  'GET /clients/:clientId/corpora/:corpusId/candidates/:externalId': {
    query: search.PersonQuery,
    answer: search.PersonDetails,
  },
  'DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId': { answer: 'nothing' },
  'POST /clients/:clientId/corpora/:corpusId/lists': { body: search.ListChange, answer: search.ListChanged },
  'GET /clients/:clientId/searches': { query: search.SearchesQuery, answer: search.SearchList },
  'POST /clients/:clientId/searches': { body: search.NewSearch, answer: search.SearchRow, status: 202 },
  'GET /clients/:clientId/searches/:runId': { query: search.SearchQuery, answer: search.SearchDetails },
  'GET /clients/:clientId/searches/:runId/export': { query: search.SearchQuery, answer: 'raw' },
  'GET /clients/:clientId/searches/:runId/events': { answer: 'raw' },

  ...interviewRoutes,

  'GET /clients/:clientId/webhooks/secrets': { answer: webhooks.SecretsView },
  'POST /clients/:clientId/webhooks/secrets/rotate': {
    body: webhooks.SecretRotation,
    answer: webhooks.NewSecret,
  },
  'GET /clients/:clientId/webhooks/deliveries': {
    query: webhooks.DeliveriesQuery,
    answer: webhooks.DeliveryList,
  },
  'GET /clients/:clientId/webhooks/deliveries/:messageId': { answer: webhooks.DeliveryDetails },
  'POST /clients/:clientId/webhooks/deliveries/:messageId/resend': { answer: webhooks.DeliveryRow },
  'POST /clients/:clientId/webhooks/test': { body: webhooks.NewTest, answer: webhooks.TestDelivery },
  'GET /clients/:clientId/webhooks/disabled': { answer: webhooks.DisabledAddresses },
  'POST /clients/:clientId/webhooks/enable': {
    body: webhooks.EnabledAddress,
    answer: webhooks.DisabledAddresses,
  },

  'GET /clients/:clientId/retention': { answer: retention.ClientRetention },
  'PUT /clients/:clientId/retention': { body: retention.RetentionChanges, answer: retention.ClientRetention },
  'POST /clients/:clientId/retention/preview': {
    body: retention.PreviewedRule,
    answer: retention.RetentionPreview,
  },
  'GET /clients/:clientId/deletions': { query: deletions.DeletionsQuery, answer: deletions.DeletionList },
  'POST /clients/:clientId/deletions': {
    body: deletions.NewDeletion,
    answer: deletions.Deletion,
    status: 202,
  },
  'POST /clients/:clientId/deletions/preview': {
    body: deletions.PreviewedDeletion,
    answer: deletions.DeletionPreview,
  },
  'GET /clients/:clientId/deletions/:deletionId': { answer: deletions.DeletionDetails },
} as const satisfies Record<ConsoleRoute, RouteContract>;

type Contracts = typeof contract;
type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | ParamNames<Further>
    : Rest
  : never;
type Said<Route, Part extends string, Otherwise> =
  Route extends Record<Part, infer Schema extends TSchema> ? Static<Schema> : Otherwise;

/** The console's interface: for each route what comes and what goes. `query` is what a route has been given, defaults filled in. */
export type ConsoleApi = {
  [Route in ConsoleRoute]: {
    params: Record<ParamNames<Route>, string>;
    query: Said<Contracts[Route], 'query', unknown>;
    body: Said<Contracts[Route], 'body', undefined>;
    headers: Said<Contracts[Route], 'headers', unknown>;
    answer: Contracts[Route]['answer'] extends 'raw'
      ? 'raw'
      : Contracts[Route]['answer'] extends 'nothing'
        ? undefined
        : Said<Contracts[Route], 'answer', never>;
  };
};

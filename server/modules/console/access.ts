import { type ClientRole, clientRoles, type Role, roles } from '../accounts/types.ts';

/**
 * Every route of the console API and who may use it: the one table. The guard refuses to register a route that is
 * missing here, and start fails on an entry that no route answers, so this list is the interface.
 *
 * Paths are relative to /console/api. Everything below /clients/:clientId shows one client's data only; to people
 * without a role there the client does not exist.
 */

export { type ClientRole, clientRoles, type Role, roles };

/** `public`: without a session. `signed-in`: any account, about itself. `owner`: the installation's owners. */
export type Access = 'public' | 'signed-in' | 'owner' | readonly ClientRole[];

export interface RouteAccess {
  who: Access;
  /** What the audit log calls it; every route that changes something has one and records it. */
  action?: string;
  /** What the audit log calls a reading of what a candidate said or wrote. */
  reads?: string;
  /**
   * Its handler takes its time (it hashes, waits for an upload or asks another server), or counts refusals that must stay: it
   * records in the transaction of its change. The others are one transaction each, entry and all.
   */
  recordsItself?: true;
}

const admins = ['admin'] as const;
const recruiters = ['admin', 'recruiter'] as const;
const everybody = ['admin', 'recruiter', 'viewer'] as const;

export const access = {
  // Sign-in and one's own account
  'GET /session': { who: 'public' },
  'POST /session': { who: 'public', action: 'session.start', recordsItself: true },
  'DELETE /session': { who: 'signed-in', action: 'session.end' },
  // Tokens travel in bodies: addresses end up in logs.
  'POST /invites/check': { who: 'public' },
  'POST /invites/accept': { who: 'public', action: 'invite.accept', recordsItself: true },
  'POST /shared/candidate': { who: 'public', action: 'candidate.share.open' },
  'POST /shared/candidate/file': { who: 'public', action: 'candidate.share.download' },
  'GET /oidc/start': { who: 'public' },
  'GET /oidc/callback': { who: 'public', action: 'session.start', recordsItself: true },
  'GET /account': { who: 'signed-in' },
  'PATCH /account': { who: 'signed-in', action: 'account.change' },
  'POST /account/password': { who: 'signed-in', action: 'account.password', recordsItself: true },
  'POST /account/totp': { who: 'signed-in', action: 'account.totp.begin', recordsItself: true },
  'POST /account/totp/confirm': { who: 'signed-in', action: 'account.totp.enable' },
  'DELETE /account/totp': { who: 'signed-in', action: 'account.totp.disable', recordsItself: true },
  'POST /account/recovery-codes': { who: 'signed-in', action: 'account.recovery-codes', recordsItself: true },
  'GET /account/sessions': { who: 'signed-in' },
  'DELETE /account/sessions/:sessionId': { who: 'signed-in', action: 'account.session.end' },

  // The installation
  'GET /installation/overview': { who: 'owner' },
  'GET /installation/system': { who: 'owner' },
  'GET /installation/backups': { who: 'owner' },
  'POST /installation/backups': { who: 'owner', action: 'backup.request' },
  'POST /installation/backups/verify': { who: 'owner', action: 'backup.verify' },
  'GET /installation/models': { who: 'signed-in' },
  'GET /installation/hearing': { who: 'signed-in' },
  'POST /installation/hearing/languages': { who: 'owner', action: 'languages.install' },
  'DELETE /installation/hearing/languages': { who: 'owner', action: 'languages.stop' },
  'GET /installation/health': { who: 'signed-in' },
  'GET /installation/prices': { who: 'owner' },
  'PUT /installation/prices': { who: 'owner', action: 'prices.change' },
  'GET /installation/retention': { who: 'owner' },
  'PUT /installation/retention': { who: 'owner', action: 'retention.change' },
  'POST /installation/retention/preview': { who: 'owner' },
  'GET /installation/webhook-secret': { who: 'owner', action: 'webhook.default-secret.show' },
  'POST /installation/webhook-secret/rotate': { who: 'owner', action: 'webhook.default-secret.rotate' },
  'GET /installation/people': { who: 'owner' },
  'POST /installation/people/invites': { who: 'owner', action: 'owner.invite' },
  'DELETE /installation/people/invites/:inviteId': { who: 'owner', action: 'owner.invite.revoke' },
  'POST /installation/people/:userId/reset': { who: 'owner', action: 'person.reset' },
  'PATCH /installation/people/:userId': { who: 'owner', action: 'person.change' },
  'GET /installation/audit': { who: 'owner' },
  'GET /installation/audit/export': { who: 'owner', action: 'audit.export', recordsItself: true },
  'POST /installation/audit/verify': { who: 'owner', action: 'audit.verify', recordsItself: true },

  // Clients
  'GET /clients': { who: 'signed-in' },
  'POST /clients': { who: 'owner', action: 'client.create' },
  'GET /clients/:clientId': { who: everybody },
  'PATCH /clients/:clientId': { who: 'owner', action: 'client.change' },
  'PUT /clients/:clientId/prices': { who: 'owner', action: 'client.prices' },
  'GET /clients/:clientId/overview': { who: everybody },
  'GET /clients/:clientId/credits': { who: everybody },
  'POST /clients/:clientId/credits': { who: 'owner', action: 'credits.add' },

  // People of a client
  'GET /clients/:clientId/members': { who: admins },
  'POST /clients/:clientId/members': { who: admins, action: 'member.invite' },
  'PATCH /clients/:clientId/members/:userId': { who: admins, action: 'member.change' },
  'DELETE /clients/:clientId/members/:userId': { who: admins, action: 'member.remove' },
  'DELETE /clients/:clientId/invites/:inviteId': { who: admins, action: 'invite.revoke' },
  'GET /clients/:clientId/audit': { who: admins },
  'GET /clients/:clientId/audit/export': { who: admins, action: 'audit.export', recordsItself: true },

  // Projects and keys
  'GET /clients/:clientId/projects': { who: everybody },
  'POST /clients/:clientId/projects': { who: admins, action: 'project.create' },
  'PATCH /clients/:clientId/projects/:projectId': { who: admins, action: 'project.change' },
  'GET /clients/:clientId/keys': { who: admins },
  'POST /clients/:clientId/keys': { who: admins, action: 'key.create' },
  'POST /clients/:clientId/keys/check': { who: admins },
  'PATCH /clients/:clientId/keys/:keyId': { who: admins, action: 'key.change' },
  'POST /clients/:clientId/keys/:keyId/revoke': { who: admins, action: 'key.revoke' },
  'POST /clients/:clientId/keys/:keyId/extend': { who: admins, action: 'key.extend' },
  'POST /clients/:clientId/keys/:keyId/rotate': { who: admins, action: 'key.rotate' },

  // Speech runs
  'GET /clients/:clientId/runs': { who: everybody },
  'GET /clients/:clientId/runs/:runId': { who: everybody, reads: 'run.read' },
  'GET /clients/:clientId/runs/:runId/report': { who: everybody, reads: 'run.read' },
  'GET /clients/:clientId/runs/:runId/audio': { who: everybody, reads: 'recording.read' },
  'GET /clients/:clientId/runs/:runId/peaks': { who: everybody },
  'GET /clients/:clientId/runs/:runId/events': { who: everybody },
  'POST /clients/:clientId/runs/:runId/candidate': { who: recruiters, action: 'run.rescore' },
  'GET /clients/:clientId/uploads': { who: everybody },
  'POST /clients/:clientId/uploads': { who: recruiters, action: 'upload.begin' },
  'POST /clients/:clientId/uploads/check': { who: recruiters },
  'DELETE /clients/:clientId/uploads/:uploadId': { who: recruiters, action: 'upload.clear' },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId': {
    who: recruiters,
    action: 'upload.send',
    recordsItself: true,
  },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId/again': {
    who: recruiters,
    action: 'upload.again',
    recordsItself: true,
  },
  'POST /clients/:clientId/playground': { who: recruiters, action: 'playground.submit', recordsItself: true },

  // Jobs and CV matches
  'GET /clients/:clientId/jobs': { who: everybody },
  'POST /clients/:clientId/jobs': { who: recruiters, action: 'job.create' },
  'POST /clients/:clientId/jobs/check': { who: recruiters },
  'GET /clients/:clientId/jobs/:jobId': { who: everybody },
  'PATCH /clients/:clientId/jobs/:jobId': { who: recruiters, action: 'job.change' },
  'POST /clients/:clientId/jobs/:jobId/archive': { who: recruiters, action: 'job.archive' },
  'GET /clients/:clientId/jobs/:jobId/versions': { who: everybody },
  'GET /clients/:clientId/matches': { who: everybody },
  'POST /clients/:clientId/matches': { who: recruiters, action: 'match.submit', recordsItself: true },
  'GET /clients/:clientId/matches/:runId': { who: everybody, reads: 'match.read' },
  'GET /clients/:clientId/matches/:runId/cv': { who: everybody, reads: 'cv.read' },
  'GET /clients/:clientId/matches/:runId/cv/text': { who: everybody, reads: 'cv.read' },
  'GET /clients/:clientId/matches/:runId/events': { who: everybody },

  // Sample candidates, to look at before there are any
  'GET /clients/:clientId/samples': { who: everybody },
  'POST /clients/:clientId/samples': { who: recruiters, action: 'samples.show' },
  'DELETE /clients/:clientId/samples': { who: recruiters, action: 'samples.remove' },

  // Candidates
  'GET /clients/:clientId/candidates': { who: everybody },
  'POST /clients/:clientId/candidates': { who: recruiters, action: 'candidate.create' },
  'POST /clients/:clientId/candidates/decisions': { who: recruiters, action: 'candidate.decide' },
  'POST /clients/:clientId/candidates/decisions/undo': { who: recruiters, action: 'candidate.decide.undo' },
  'POST /clients/:clientId/candidates/import/check': { who: recruiters },
  'POST /clients/:clientId/candidates/import': { who: recruiters, action: 'candidates.import' },
  'GET /clients/:clientId/candidate-of': { who: everybody },
  'GET /clients/:clientId/candidates/:candidateId': { who: everybody, reads: 'candidate.open' },
  'PATCH /clients/:clientId/candidates/:candidateId': { who: recruiters, action: 'candidate.change' },
  'POST /clients/:clientId/candidates/:candidateId/notes': { who: recruiters, action: 'candidate.note' },
  'DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId': {
    who: recruiters,
    action: 'candidate.note.delete',
  },
  'POST /clients/:clientId/candidates/:candidateId/decisions': {
    who: recruiters,
    action: 'candidate.decide',
  },
  'POST /clients/:clientId/candidates/:candidateId/decisions/undo': {
    who: recruiters,
    action: 'candidate.decide.undo',
  },
  'POST /clients/:clientId/candidates/:candidateId/merge': { who: recruiters, action: 'candidate.merge' },
  'POST /clients/:clientId/candidates/:candidateId/separate': {
    who: recruiters,
    action: 'candidate.separate',
  },
  'POST /clients/:clientId/candidates/:candidateId/split': { who: recruiters, action: 'candidate.split' },
  'POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss': {
    who: recruiters,
    action: 'candidate.different',
  },
  'GET /clients/:clientId/candidates/:candidateId/cvs/:runId': { who: everybody, reads: 'cv.read' },
  'GET /clients/:clientId/candidates/:candidateId/sheet': { who: everybody, reads: 'candidate.read' },
  'GET /clients/:clientId/candidates/:candidateId/links': { who: everybody },
  'POST /clients/:clientId/candidates/:candidateId/links': { who: recruiters, action: 'candidate.share' },
  'POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke': {
    who: recruiters,
    action: 'candidate.share.revoke',
  },
  'POST /clients/:clientId/candidates/:candidateId/entries': { who: recruiters, action: 'candidate.assign' },

  // CV search
  'GET /clients/:clientId/corpora': { who: everybody },
  'GET /clients/:clientId/corpora/:corpusId': { who: everybody },
  'GET /clients/:clientId/corpora/:corpusId/candidates': { who: everybody },
  'GET /clients/:clientId/corpora/:corpusId/candidates/:externalId': {
    who: everybody,
    reads: 'candidate.read',
  },
  'DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId': {
    who: admins,
    action: 'candidate.delete',
  },
  'POST /clients/:clientId/corpora/:corpusId/lists': { who: recruiters, action: 'candidates.list' },
  'GET /clients/:clientId/searches': { who: everybody },
  'POST /clients/:clientId/searches': { who: recruiters, action: 'search.submit' },
  'GET /clients/:clientId/searches/:runId': { who: everybody, reads: 'search.read' },
  'GET /clients/:clientId/searches/:runId/export': { who: everybody, reads: 'search.export' },
  'GET /clients/:clientId/searches/:runId/events': { who: everybody },

  // Live interviews
  'GET /clients/:clientId/personas': { who: everybody },
  'POST /clients/:clientId/personas': { who: admins, action: 'persona.create' },
  'POST /clients/:clientId/personas/look': { who: everybody },
  'POST /clients/:clientId/personas/voice': { who: everybody },
  'GET /clients/:clientId/personas/:personaId': { who: everybody },
  'PATCH /clients/:clientId/personas/:personaId': { who: admins, action: 'persona.change' },
  'POST /clients/:clientId/personas/:personaId/archive': { who: admins, action: 'persona.archive' },
  'POST /clients/:clientId/personas/:personaId/trials': { who: admins, action: 'persona.try' },
  'POST /clients/:clientId/personas/:personaId/candidate-invitations': {
    who: recruiters,
    action: 'interview.invite',
  },
  'POST /clients/:clientId/personas/:personaId/sessions': { who: recruiters, action: 'interview.invite' },
  'POST /clients/:clientId/personas/:personaId/invitations/look': { who: recruiters },
  'POST /clients/:clientId/personas/:personaId/invitations': {
    who: recruiters,
    action: 'interview.invite-many',
  },
  'GET /clients/:clientId/invitations': { who: everybody },
  'POST /clients/:clientId/sessions/:runId/mail-link': { who: recruiters, action: 'interview.mail-link' },
  'GET /clients/:clientId/sessions': { who: everybody },
  'GET /clients/:clientId/sessions/:runId': { who: everybody },
  'POST /clients/:clientId/sessions/:runId/reinvite': { who: recruiters, action: 'interview.reinvite' },
  'GET /clients/:clientId/sessions/:runId/transcript': { who: everybody, reads: 'interview.read' },
  'GET /clients/:clientId/sessions/:runId/answers': { who: everybody, reads: 'interview.read' },
  'GET /clients/:clientId/sessions/:runId/evidence': { who: everybody, reads: 'interview.read' },
  'GET /clients/:clientId/sessions/:runId/recording': { who: everybody, reads: 'interview.listen' },
  'GET /clients/:clientId/sessions/:runId/peaks': { who: everybody },
  'GET /clients/:clientId/interview-webhook': { who: admins },
  'PUT /clients/:clientId/interview-webhook': { who: admins, action: 'interview.webhook' },
  'GET /clients/:clientId/interview-notice': { who: everybody },
  'PUT /clients/:clientId/interview-notice': { who: admins, action: 'interview.notice' },

  // Webhooks
  'GET /clients/:clientId/webhooks/secrets': { who: admins },
  'POST /clients/:clientId/webhooks/secrets/rotate': { who: admins, action: 'webhook.secret.rotate' },
  'GET /clients/:clientId/webhooks/deliveries': { who: admins },
  'GET /clients/:clientId/webhooks/deliveries/:messageId': { who: admins },
  'POST /clients/:clientId/webhooks/deliveries/:messageId/resend': { who: admins, action: 'webhook.resend' },
  'POST /clients/:clientId/webhooks/test': { who: admins, action: 'webhook.test', recordsItself: true },
  'GET /clients/:clientId/webhooks/disabled': { who: admins },
  'POST /clients/:clientId/webhooks/enable': { who: admins, action: 'webhook.enable' },

  // Keeping and deleting
  'GET /clients/:clientId/retention': { who: everybody },
  'PUT /clients/:clientId/retention': { who: admins, action: 'retention.change' },
  'POST /clients/:clientId/retention/preview': { who: admins },
  'GET /clients/:clientId/deletions': { who: admins },
  'POST /clients/:clientId/deletions': { who: admins, action: 'data.delete' },
  'POST /clients/:clientId/deletions/preview': { who: admins },
  'GET /clients/:clientId/deletions/:deletionId': { who: admins },
} as const satisfies Record<string, RouteAccess>;

export type ConsoleRoute = keyof typeof access;

/** Whether a role may use a route. */
export function mayUse(route: ConsoleRoute, role: Role): boolean {
  const { who }: RouteAccess = access[route];
  if (role === 'owner' || who === 'public' || who === 'signed-in') return true;
  return who !== 'owner' && who.includes(role);
}

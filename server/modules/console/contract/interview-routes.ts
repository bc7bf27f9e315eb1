import * as invitations from './invitations.ts';
import * as personas from './personas.ts';
import * as runs from './runs.ts';
import * as sessions from './sessions.ts';

/** Of the console's interface, what concerns interviews: personas, invitations, sessions, settings. `api.ts` holds the whole. */
export const interviewRoutes = {
  'GET /clients/:clientId/personas': { query: personas.PersonasQuery, answer: personas.PersonaList },
  'POST /clients/:clientId/personas': {
    body: personas.PersonaDraft,
    answer: personas.PersonaDetails,
    status: 201,
  },
  'POST /clients/:clientId/personas/look': { body: personas.LookedAt, answer: personas.PersonaLook },
  'POST /clients/:clientId/personas/voice': { body: personas.Spoken, answer: 'raw' },
  'GET /clients/:clientId/personas/:personaId': { answer: personas.PersonaDetails },
  'PATCH /clients/:clientId/personas/:personaId': {
    body: personas.PersonaDraft,
    answer: personas.PersonaDetails,
  },
  'POST /clients/:clientId/personas/:personaId/archive': { answer: personas.PersonaDetails },
  'POST /clients/:clientId/personas/:personaId/trials': { answer: personas.TrialMade, status: 201 },
  'POST /clients/:clientId/personas/:personaId/candidate-invitations': {
    body: sessions.NewInvitations,
    answer: sessions.InvitationsMade,
    status: 201,
  },
  'POST /clients/:clientId/personas/:personaId/sessions': {
    body: sessions.NewInvitation,
    answer: sessions.InvitationMade,
    status: 201,
  },
  'POST /clients/:clientId/personas/:personaId/invitations/look': {
    body: invitations.InvitationDraft,
    answer: invitations.InvitationLook,
  },
  'POST /clients/:clientId/personas/:personaId/invitations': {
    body: invitations.InvitationOrder,
    answer: invitations.InvitationsMade,
    status: 201,
  },
  'GET /clients/:clientId/invitations': {
    query: invitations.InvitationsQuery,
    answer: invitations.InvitationList,
  },
  'POST /clients/:clientId/sessions/:runId/mail-link': { answer: 'nothing' },
  'GET /clients/:clientId/sessions': { query: sessions.SessionsQuery, answer: sessions.SessionList },
  'GET /clients/:clientId/sessions/:runId': { answer: sessions.SessionDetails },
  'POST /clients/:clientId/sessions/:runId/reinvite': { answer: sessions.InvitationMade, status: 201 },
  'GET /clients/:clientId/sessions/:runId/transcript': { answer: sessions.SessionTranscript },
  'GET /clients/:clientId/sessions/:runId/answers': { answer: sessions.SessionAnswers },
  'GET /clients/:clientId/sessions/:runId/evidence': { answer: sessions.SessionEvidence },
  'GET /clients/:clientId/sessions/:runId/recording': { answer: 'raw' },
  'GET /clients/:clientId/sessions/:runId/peaks': { answer: runs.PeaksAnswer },
  'GET /clients/:clientId/interview-webhook': { answer: sessions.InterviewWebhook },
  'PUT /clients/:clientId/interview-webhook': {
    body: sessions.InterviewWebhook,
    answer: sessions.InterviewWebhook,
  },
  'GET /clients/:clientId/interview-notice': {
    query: sessions.NoticeQuery,
    answer: sessions.InterviewNotice,
  },
  'PUT /clients/:clientId/interview-notice': {
    query: sessions.NoticeQuery,
    body: sessions.NewInterviewNotice,
    answer: sessions.InterviewNotice,
  },
} as const;

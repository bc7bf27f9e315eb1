import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Pages of a client's live interviews, below /c/:clientId. */
export const interviewPages: RouteObject[] = [
  page(
    'personas',
    'GET /clients/:clientId/personas',
    async () => (await import('./personas/personas-page.tsx')).PersonasPage,
  ),
  page(
    'personas/new',
    'POST /clients/:clientId/personas',
    async () => (await import('./personas/persona-edit-pages.tsx')).NewPersonaPage,
  ),
  page(
    'personas/:personaId',
    'GET /clients/:clientId/personas/:personaId',
    async () => (await import('./personas/persona-page.tsx')).PersonaPage,
  ),
  page(
    'personas/:personaId/edit',
    'PATCH /clients/:clientId/personas/:personaId',
    async () => (await import('./personas/persona-edit-pages.tsx')).EditPersonaPage,
  ),
  page(
    'candidate-notice',
    'GET /clients/:clientId/interview-notice',
    async () => (await import('./sessions/notice-page.tsx')).NoticePage,
  ),
  page(
    'invitations',
    'GET /clients/:clientId/invitations',
    async () => (await import('./invitations/invitations-page.tsx')).InvitationsPage,
  ),
  page(
    'sessions',
    'GET /clients/:clientId/sessions',
    async () => (await import('./sessions/sessions-page.tsx')).SessionsPage,
  ),
  page(
    'sessions/:runId',
    'GET /clients/:clientId/sessions/:runId',
    async () => (await import('./sessions/session-page.tsx')).SessionPage,
  ),
];

import cookie from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import { addGuard } from './guard.ts';
import { accountRoutes } from './routes/account.ts';
import { auditRoutes } from './routes/audit.ts';
import { backupsRoutes } from './routes/backups.ts';
import { candidateRoutes } from './routes/candidate.ts';
import { candidatesConsoleRoutes } from './routes/candidates.ts';
import { clientsRoutes } from './routes/clients.ts';
import { creditsConsoleRoutes } from './routes/credits.ts';
import { deletionsRoutes } from './routes/deletions.ts';
import { installationRoutes } from './routes/installation.ts';
import { interviewWebhookRoutes } from './routes/interview-webhook.ts';
import { jobsConsoleRoutes } from './routes/jobs.ts';
import { keysRoutes } from './routes/keys.ts';
import { matchesConsoleRoutes } from './routes/matches.ts';
import { membersRoutes } from './routes/members.ts';
import { oidcRoutes } from './routes/oidc.ts';
import { overviewRoutes } from './routes/overview.ts';
import { peopleRoutes } from './routes/people.ts';
import { personasRoutes } from './routes/personas.ts';
import { playgroundRoutes } from './routes/playground.ts';
import { projectsRoutes } from './routes/projects.ts';
import { retentionRoutes } from './routes/retention.ts';
import { runEventsRoutes } from './routes/run-events.ts';
import { runsRoutes } from './routes/runs.ts';
import { searchConsoleRoutes } from './routes/search.ts';
import { sessionRoutes } from './routes/session.ts';
import { interviewSessionsRoutes } from './routes/sessions.ts';
import { defaultSecretRoutes, webhooksConsoleRoutes } from './routes/webhooks.ts';
import type { ConsoleDeps } from './types.ts';

/** The console's own interface, /console/api. API keys mean nothing here, sessions mean nothing elsewhere. */
export const consoleRoutes =
  (deps: ConsoleDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(cookie);
    addGuard(app, deps);
    await app.register(sessionRoutes(deps));
    await app.register(oidcRoutes(deps));
    await app.register(accountRoutes(deps));
    await app.register(membersRoutes(deps));
    await app.register(peopleRoutes(deps));
    await app.register(auditRoutes(deps));
    await app.register(jobsConsoleRoutes(deps));
    await app.register(matchesConsoleRoutes(deps));
    await app.register(searchConsoleRoutes(deps));
    await app.register(personasRoutes(deps));
    await app.register(interviewSessionsRoutes(deps));
    await app.register(interviewWebhookRoutes(deps));
    await app.register(webhooksConsoleRoutes(deps));
    await app.register(defaultSecretRoutes(deps));
    await app.register(runsRoutes(deps));
    await app.register(runEventsRoutes(deps));
    await app.register(candidateRoutes(deps));
    await app.register(candidatesConsoleRoutes(deps));
    await app.register(playgroundRoutes(deps));
    await app.register(retentionRoutes(deps));
    await app.register(deletionsRoutes(deps));
    await app.register(clientsRoutes(deps));
    await app.register(projectsRoutes(deps));
    await app.register(keysRoutes(deps));
    await app.register(creditsConsoleRoutes(deps));
    await app.register(overviewRoutes(deps));
    await app.register(installationRoutes(deps));
    await app.register(backupsRoutes(deps));
    // Each area: `await app.register(keysRoutes(deps));`
  };

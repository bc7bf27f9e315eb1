import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Pages of a client's management, below /c/:clientId. */
export const clientManagementPages: RouteObject[] = [
  page(
    'overview',
    'GET /clients/:clientId/overview',
    async () => (await import('./overview/home-page.tsx')).HomePage,
  ),
  page(
    'developers',
    'GET /clients/:clientId/keys',
    async () => (await import('./overview/developers-page.tsx')).DevelopersPage,
  ),
  page('keys', 'GET /clients/:clientId/keys', async () => (await import('./keys/keys-page.tsx')).KeysPage),
  page(
    'projects',
    'GET /clients/:clientId/projects',
    async () => (await import('./projects/projects-page.tsx')).ProjectsPage,
  ),
  page(
    'credits',
    'GET /clients/:clientId/credits',
    async () => (await import('./credits/credits-page.tsx')).CreditsPage,
  ),
  page(
    'settings',
    'PATCH /clients/:clientId',
    async () => (await import('./clients/client-settings-page.tsx')).ClientSettingsPage,
  ),
];

/** Pages of the installation. */
export const installationPages: RouteObject[] = [
  page('clients', 'POST /clients', async () => (await import('./clients/clients-page.tsx')).ClientsPage),
  page(
    'installation/overview',
    'GET /installation/overview',
    async () => (await import('./overview/installation-overview-page.tsx')).InstallationOverviewPage,
  ),
  page(
    'installation/health',
    'GET /installation/health',
    async () => (await import('./installation/health-page.tsx')).HealthPage,
  ),
  page(
    'installation/models',
    'GET /installation/models',
    async () => (await import('./installation/models-page.tsx')).ModelsPage,
  ),
  page(
    'installation/system',
    'GET /installation/system',
    async () => (await import('./installation/system-page.tsx')).SystemPage,
  ),
  page(
    'installation/backups',
    'GET /installation/backups',
    async () => (await import('./installation/backups-page.tsx')).BackupsPage,
  ),
  page(
    'installation/settings',
    'GET /installation/prices',
    async () => (await import('./installation/settings-page.tsx')).SettingsPage,
  ),
];

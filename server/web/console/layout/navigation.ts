import {
  type Icon,
  IconBriefcase,
  IconBuilding,
  IconClockCog,
  IconCoins,
  IconCpu,
  IconDatabaseExport,
  IconFileSearch,
  IconFileText,
  IconFlask,
  IconFolders,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutDashboard,
  IconMailForward,
  IconMasksTheater,
  IconMessages,
  IconMicrophone,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconTrash,
  IconUpload,
  IconUser,
  IconUserShield,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { ConsoleRoute } from '../../../modules/console/access.ts';
import { shell } from '../texts/shell.ts';

export interface NavigationEntry {
  label: string;
  icon: Icon;
  /** Below the area's root. */
  path: string;
  /** What the page asks the server first: people who may not do not see the entry. */
  needs?: ConsoleRoute;
}

export interface NavigationGroup {
  title?: string;
  entries: readonly NavigationEntry[];
}

const { groups, pages } = shell;

/** People with a program to connect: those who may make keys. */
const forDevelopers = 'GET /clients/:clientId/keys';

/** Below /c/:clientId. */
export const clientNavigation: readonly NavigationGroup[] = [
  {
    entries: [
      { label: pages.home, icon: IconHome, path: 'overview', needs: 'GET /clients/:clientId/overview' },
      { label: pages.jobs, icon: IconBriefcase, path: 'jobs', needs: 'GET /clients/:clientId/jobs' },
      {
        label: pages.candidates,
        icon: IconUser,
        path: 'candidates',
        needs: 'GET /clients/:clientId/candidates',
      },
      { label: pages.uploads, icon: IconUpload, path: 'uploads', needs: 'GET /clients/:clientId/uploads' },
    ],
  },
  {
    title: groups.results,
    entries: [
      { label: pages.runs, icon: IconMicrophone, path: 'runs', needs: 'GET /clients/:clientId/runs' },
      { label: pages.matches, icon: IconFileText, path: 'matches', needs: 'GET /clients/:clientId/matches' },
      {
        label: pages.cvSearch,
        icon: IconFileSearch,
        path: 'cv-search',
        needs: 'GET /clients/:clientId/searches',
      },
    ],
  },
  {
    title: groups.interviews,
    entries: [
      {
        label: pages.personas,
        icon: IconMasksTheater,
        path: 'personas',
        needs: 'GET /clients/:clientId/personas',
      },
      {
        label: pages.invitations,
        icon: IconMailForward,
        path: 'invitations',
        needs: 'GET /clients/:clientId/invitations',
      },
      {
        label: pages.sessions,
        icon: IconMessages,
        path: 'sessions',
        needs: 'GET /clients/:clientId/sessions',
      },
      {
        label: pages.candidateNotice,
        icon: IconShieldCheck,
        path: 'candidate-notice',
        needs: 'GET /clients/:clientId/interview-notice',
      },
    ],
  },
  {
    title: groups.developers,
    entries: [
      { label: pages.overview, icon: IconLayoutDashboard, path: 'developers', needs: forDevelopers },
      // Open to recruiters, too, who upload instead.
      { label: pages.playground, icon: IconFlask, path: 'playground', needs: forDevelopers },
      { label: pages.keys, icon: IconKey, path: 'keys', needs: forDevelopers },
      {
        label: pages.webhooks,
        icon: IconWebhook,
        path: 'webhooks',
        needs: 'GET /clients/:clientId/webhooks/deliveries',
      },
    ],
  },
  {
    title: groups.client,
    entries: [
      { label: pages.members, icon: IconUsers, path: 'members', needs: 'GET /clients/:clientId/members' },
      {
        label: pages.projects,
        icon: IconFolders,
        path: 'projects',
        needs: 'GET /clients/:clientId/projects',
      },
      { label: pages.credits, icon: IconCoins, path: 'credits', needs: 'GET /clients/:clientId/credits' },
      { label: pages.settings, icon: IconSettings, path: 'settings', needs: 'PATCH /clients/:clientId' },
      {
        label: pages.retention,
        icon: IconClockCog,
        path: 'retention',
        needs: 'GET /clients/:clientId/retention',
      },
      {
        label: pages.deletions,
        icon: IconTrash,
        path: 'deletions',
        needs: 'GET /clients/:clientId/deletions',
      },
      { label: pages.audit, icon: IconHistory, path: 'audit', needs: 'GET /clients/:clientId/audit' },
    ],
  },
];

const machine: NavigationGroup = {
  title: groups.machine,
  entries: [
    {
      label: pages.health,
      icon: IconHeartbeat,
      path: 'installation/health',
      needs: 'GET /installation/health',
    },
    { label: pages.models, icon: IconCpu, path: 'installation/models', needs: 'GET /installation/models' },
    { label: pages.system, icon: IconServer, path: 'installation/system', needs: 'GET /installation/system' },
    {
      label: pages.backups,
      icon: IconDatabaseExport,
      path: 'installation/backups',
      needs: 'GET /installation/backups',
    },
  ],
};

/** Below the console's root, for owners. */
export const installationNavigation: readonly NavigationGroup[] = [
  {
    entries: [
      {
        label: pages.overview,
        icon: IconLayoutDashboard,
        path: 'installation/overview',
        needs: 'GET /installation/overview',
      },
      { label: pages.clients, icon: IconBuilding, path: 'clients', needs: 'POST /clients' },
    ],
  },
  machine,
  {
    title: groups.installation,
    entries: [
      {
        label: pages.settings,
        icon: IconSettings,
        path: 'installation/settings',
        needs: 'GET /installation/prices',
      },
      {
        label: pages.people,
        icon: IconUserShield,
        path: 'installation/people',
        needs: 'GET /installation/people',
      },
      { label: pages.audit, icon: IconHistory, path: 'installation/audit', needs: 'GET /installation/audit' },
    ],
  },
];

/** What people without the installation's pages still see of the machine. */
export const sharedNavigation: readonly NavigationGroup[] = [machine];

/** Only what a person may open; groups without any such entry are left out. */
export function visibleNavigation(
  navigation: readonly NavigationGroup[],
  may: (route: ConsoleRoute) => boolean,
): NavigationGroup[] {
  return navigation
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ needs }) => !needs || may(needs)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

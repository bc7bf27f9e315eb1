import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleRoute, mayUse, type Role } from '#server/modules/console/access.ts';
import {
  clientNavigation,
  installationNavigation,
  type NavigationGroup,
  sharedNavigation,
  visibleNavigation,
} from '#server/web/console/layout/navigation.ts';

const pathsFor = (navigation: readonly NavigationGroup[], role: Role) =>
  visibleNavigation(navigation, (route: ConsoleRoute) => mayUse(route, role))
    .flatMap(({ entries }) => entries)
    .flatMap(({ path }) => path ?? []);

const everybody = [
  'overview',
  'candidates',
  'uploads',
  'runs',
  'jobs',
  'matches',
  'cv-search',
  'personas',
  'invitations',
  'sessions',
  'candidate-notice',
  'projects',
  'credits',
  'retention',
];
for (const [role, more, less] of [
  [
    'viewer',
    [],
    ['developers', 'playground', 'keys', 'webhooks', 'members', 'settings', 'deletions', 'audit'],
  ],
  [
    'recruiter',
    [],
    ['developers', 'playground', 'keys', 'webhooks', 'members', 'settings', 'deletions', 'audit'],
  ],
  ['admin', ['developers', 'playground', 'keys', 'webhooks', 'members', 'deletions', 'audit'], ['settings']],
  [
    'owner',
    ['developers', 'playground', 'keys', 'webhooks', 'members', 'deletions', 'audit', 'settings'],
    [],
  ],
] as const) {
  test(`a ${role} sees the pages of a client that a ${role} may open, and no others`, () => {
    const paths = pathsFor(clientNavigation, role);
    assert.deepEqual(new Set(paths), new Set([...everybody, ...more]));
    for (const hidden of less) assert.ok(!paths.includes(hidden), hidden);
  });
}

test('only owners see the installation; the others see what runs and how it is', () => {
  assert.deepEqual(pathsFor(sharedNavigation, 'viewer'), ['installation/health', 'installation/models']);
  assert.deepEqual(pathsFor(installationNavigation, 'admin'), ['installation/health', 'installation/models']);
  assert.ok(pathsFor(installationNavigation, 'owner').includes('installation/people'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleRoute, mayUse, type Role } from '#server/modules/console/access.ts';
import { features, isOffered } from '#server/web/console/features.ts';
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
  'runs',
  'jobs',
  'matches',
  'personas',
  'sessions',
  'projects',
  'credits',
  'retention',
];
for (const [role, more, less] of [
  ['viewer', [], ['playground', 'keys', 'webhooks', 'members', 'settings', 'deletions', 'audit']],
  ['recruiter', ['playground'], ['keys', 'webhooks', 'members', 'settings', 'deletions', 'audit']],
  ['admin', ['playground', 'keys', 'webhooks', 'members', 'deletions', 'audit'], ['settings']],
  ['owner', ['playground', 'keys', 'webhooks', 'members', 'deletions', 'audit', 'settings'], []],
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

test('what is not there yet is shown to nobody; one switch shows it, and nothing else', () => {
  const labels = (on?: Parameters<typeof visibleNavigation>[2]) =>
    visibleNavigation(clientNavigation, () => true, on)
      .flatMap(({ entries }) => entries)
      .map(({ label }) => label);
  const unfinished = ['CV search', 'Personas', 'Sessions'];
  assert.deepEqual(
    labels().filter((label) => unfinished.includes(label)),
    unfinished.filter((_, index) => Object.values(features)[index]),
  );
  const none = { cvSearch: false, personas: false, sessions: false };
  assert.deepEqual(
    labels(none).filter((label) => unfinished.includes(label)),
    [],
  );
  for (const [index, feature] of (['cvSearch', 'personas', 'sessions'] as const).entries()) {
    const more = labels({ ...none, [feature]: true }).filter((label) => !labels(none).includes(label));
    assert.deepEqual(more, [unfinished[index]]);
  }
  const groups = visibleNavigation(clientNavigation, () => true, none).map(({ title }) => title);
  assert.ok(!groups.includes('Interviews'), 'a group without entries is no group');
});

test('a module and its events are offered once their feature is there', () => {
  const none = { cvSearch: false, personas: false, sessions: false };
  for (const [name, feature] of [
    ['cvdeepsearch', 'cvSearch'],
    ['cvds.finished', 'cvSearch'],
    ['interview', 'sessions'],
    ['interview.completed', 'sessions'],
  ] as const) {
    assert.equal(isOffered(name, none), false, name);
    assert.equal(isOffered(name, { ...none, [feature]: true }), true, name);
  }
  for (const name of ['speech', 'cvdeepmatch', 'cvdeepmatch.finished'] as const) {
    assert.equal(isOffered(name, none), true, name);
  }
});

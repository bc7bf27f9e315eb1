import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { barriers, scrollsSideways } from '#test/support/barriers.ts';
import {
  candidatePages,
  caption,
  heading,
  invitation,
  invited,
  joined,
  notice,
  press,
  toInterview,
  words,
} from '#test/support/candidate-page.ts';
import { eventually, lastOf } from '#test/support/fake-live.ts';
import { fill } from '../../server/web/candidate/texts/fill.ts';
import { speechOf } from '../../server/web/candidate/texts/languages.ts';

/** The candidate's way from the link to the thanks, in a real browser against a scripted live process. */
const setting = candidatePages();

/** What all of the page may weigh, in every language together, as the wire carries it. */
const maxBytes = 150 * 1024;

const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

/** @param title of a step that has just been reached: its heading has the focus */
async function assertForEverybody(page: Page, said: string[], title?: string): Promise<void> {
  assert.equal(await page.locator('h1').count(), 1);
  assert.ok(title === undefined || (await focused(page)) === title, 'the heading has the focus');
  assert.deepEqual(await barriers(page, said), [], 'axe-core');
  await page.setViewportSize({ width: 320, height: 568 });
  assert.equal(await scrollsSideways(page), false, `${await page.title()} scrolls sideways at 320 px`);
  await page.setViewportSize({ width: 390, height: 844 });
}

test('from the link to the thanks by voice, each step usable by everybody', async (t) => {
  const { live } = setting;
  live.answer = (page, { type }) => {
    if (type === 'hello') page.send(invited());
    if (type === 'begin') {
      page.send(joined({ captions: [caption('1', 'interviewer', 'Welcome.')] }));
      page.send({ type: 'phase', phase: 'listening' });
    }
    if (type === 'end') page.send({ type: 'ended', reason: 'completed' });
  };
  const { page, said } = await setting.open(t);

  await heading(page, words.welcome.title).waitFor();
  assert.equal(page.url(), `${live.url}/i/`, 'the token is not in the address');
  for (const shown of ['Northwind', 'Data Engineer', 'English', '45 minutes']) {
    await page.getByText(shown, { exact: true }).waitFor();
  }
  await assertForEverybody(page, said, words.welcome.title);
  await press(page, words.goOn);

  await assertForEverybody(page, said, words.consent.title);
  const goOn = page.getByRole('button', { name: words.goOn });
  assert.equal(await goOn.isDisabled(), true, 'a candidate cannot agree by accident');
  await page.getByLabel(notice.agree).check();
  const letter = await page.locator('.letter p').allTextContents();
  await press(page, words.consent.decline);
  await assertForEverybody(page, said, words.declined.title);
  const connected = await eventually('a page', () => live.pages[0]);
  await eventually('a refusal', () => lastOf(connected, 'decline'));
  await press(page, words.consent.back);
  await page.getByLabel(notice.agree).check();
  await goOn.click();
  const consent = await eventually('a consent', () => lastOf(connected, 'consent'));
  assert.equal(consent.notice, notice.hash);
  assert.deepEqual(
    letter,
    notice.sections.flatMap(({ paragraphs }) => paragraphs),
  );

  await assertForEverybody(page, said, words.microphone.title);
  await press(page, words.microphone.allow);
  await page.getByText(words.microphone.heard).waitFor();
  await press(page, words.microphone.record);
  await press(page, words.microphone.listen);
  await page.getByText(words.microphone.playing).waitFor();
  await press(page, words.microphone.start);

  await heading(page, 'Data Engineer').waitFor();
  assert.deepEqual(lastOf(connected, 'begin'), { type: 'begin', typed: false });
  await page.getByText(words.interview.listening).waitFor();
  await page.getByText('42 minutes left').waitFor();
  await assertForEverybody(page, said, 'Data Engineer');
  connected.send({ type: 'caption', caption: caption('2', 'candidate', 'I have work', false) });
  await page.getByText('I have work', { exact: true }).waitFor();
  connected.send({ type: 'caption', caption: caption('2', 'candidate', 'I have worked with data.') });
  await page.getByRole('log').getByText('I have worked with data.').waitFor();
  assert.equal(await page.getByText('I have work', { exact: true }).count(), 0);
  connected.send({ type: 'phase', phase: 'thinking' });
  await page.getByText(words.interview.thinking).waitFor();

  await press(page, words.interview.end);
  await page.getByRole('dialog', { name: words.interview.endTitle }).waitFor();
  assert.deepEqual(await barriers(page, said), []);
  assert.equal(await focused(page), words.interview.endNo, 'the safe answer has the focus');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(lastOf(connected, 'end'), undefined);
  await press(page, words.interview.end);
  await press(page, words.interview.endYes);
  await heading(page, words.ended.title).waitFor();
  await assertForEverybody(page, said, words.ended.title);
  assert.deepEqual(said, [], 'the browser complained');
});

test('by keyboard alone, without a microphone, to a typed answer', async (t) => {
  const { live } = setting;
  live.answer = (page, { type }) => {
    if (type === 'hello') page.send(invited());
    if (type === 'begin') page.send(joined());
    if (type === 'begin') page.send({ type: 'phase', phase: 'listening' });
  };
  const { page, said } = await setting.open(t, { microphone: false, colorScheme: 'dark' });
  const enter = async (name: string) => {
    for (let i = 0; i < 15 && (await focused(page)) !== name; i++) await page.keyboard.press('Tab');
    assert.equal(await focused(page), name);
    await page.keyboard.press('Enter');
  };
  await heading(page, words.welcome.title).waitFor();
  await assertForEverybody(page, said, words.welcome.title);
  await enter(words.goOn);
  await heading(page, words.consent.title).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await enter(words.goOn);
  await heading(page, words.microphone.title).waitFor();
  await enter(words.microphone.allow);
  await page.getByRole('alert').getByText(words.microphone.denied).waitFor();
  await assertForEverybody(page, said);
  await enter(words.microphone.type);
  await page.getByText(words.interview.write).waitFor();
  const connected = live.pages[0]!;
  assert.deepEqual(lastOf(connected, 'begin'), { type: 'begin', typed: true });
  assert.deepEqual(lastOf(connected, 'mute'), { type: 'mute', on: true });
  await page.getByLabel(words.interview.answer).focus();
  await page.keyboard.type('I fix things.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Every day.');
  await assertForEverybody(page, said);
  await page.keyboard.press('Enter');
  const answer = await eventually('the answer', () => lastOf(connected, 'say'));
  assert.equal(answer.text, 'I fix things.\nEvery day.');
  assert.equal(await page.getByLabel(words.interview.answer).inputValue(), '');
  await press(page, words.interview.speak);
  await page.getByRole('alert').getByText(words.microphone.denied).waitFor();
});

test('an interview that failed is not the candidate’s fault', async (t) => {
  setting.live.answer = (page, { type }) => {
    if (type === 'hello') page.send({ type: 'ended', reason: 'failed' });
  };
  const { page } = await setting.open(t);
  await heading(page, words.failed.title).waitFor();
  await page.getByText(words.failed.next).waitFor();
});

const trial = { clientId: 'c1', personaId: 'p1' };

test('a trial says on each page that nothing is kept, shows what was said at its end, and leads back or begins again', async (t) => {
  const { live } = setting;
  const tried = { ...invitation, trial, expiresAt: '2026-12-01T15:30:00.000Z' };
  live.answer = (page, { type }) => {
    if (type === 'hello') page.send(invited({ invitation: tried }));
    if (type === 'begin') {
      const captions = [caption('1', 'interviewer', 'Which bread?'), caption('2', 'candidate', 'Rye.')];
      page.send(joined({ invitation: { ...tried, state: 'active' }, captions }));
    }
    if (type === 'end') page.send({ type: 'ended', reason: 'completed' });
  };
  const { page, said } = await setting.open(t);
  const everyPage = async (title?: string) => {
    await page.getByText(words.trial.banner, { exact: true }).waitFor();
    const back = page.getByRole('link', { name: words.trial.back });
    assert.equal(await back.getAttribute('href'), '/console/c/c1/personas/p1');
    await assertForEverybody(page, said, title);
  };
  await heading(page, words.welcome.title).waitFor();
  await page.getByText(words.trial.welcome.split('{time}')[0]!.trim()).waitFor();
  await everyPage(words.welcome.title);
  await press(page, words.goOn);
  await page.getByText(words.trial.consent).waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0, 'nobody agrees to what does not happen');
  await page.getByText(notice.sections[0]!.paragraphs[0]!).waitFor();
  await everyPage(words.consent.title);
  await press(page, words.goOn);
  const consent = await eventually('a consent', () => lastOf(live.pages[0], 'consent'));
  assert.equal(consent.notice, notice.hash);
  await everyPage(words.microphone.title);
  await press(page, words.microphone.type);
  await heading(page, invitation.roleName).waitFor();
  await everyPage(invitation.roleName);
  await press(page, words.interview.end);
  await press(page, words.interview.endYes);
  await heading(page, words.trial.title).waitFor();
  for (const shown of [words.trial.text, 'Which bread?', 'Rye.']) {
    await page.getByText(shown, { exact: true }).waitFor();
  }
  await everyPage(words.trial.title);
  await press(page, words.trial.again);
  await page.getByText(words.welcome.whatHappens).waitFor();
  assert.equal(await page.getByText('Rye.').count(), 0);
});

for (const [title, ending, shown] of [
  ['that gives way', { type: 'ended', reason: 'failed' }, words.trial.early],
  ['whose link has ended', { type: 'refused', code: 'LINK_EXPIRED' }, words.trial.expired],
] as const) {
  test(`a trial ${title} says so, and is no fault`, async (t) => {
    setting.live.answer = (page, { type }) => {
      if (type === 'hello') page.send(invited({ invitation: { ...invitation, trial } }));
      if (type === 'hello') page.send(ending);
    };
    const { page } = await setting.open(t);
    await heading(page, words.trial.title).waitFor();
    await page.getByText(shown, { exact: true }).waitFor();
    await page.getByRole('button', { name: words.trial.back, exact: true }).waitFor();
  });
}

for (const language of ['ar', 'de'] as const) {
  test(`the page speaks the session's language (${language}), also on a narrow phone`, async (t) => {
    setting.live.answer = (page, { type }) => {
      const own = { ...invitation, language, consentMode: 'none' as const };
      if (type === 'hello') page.send(invited({ invitation: own }));
      if (type === 'begin') page.send(joined({ invitation: { ...own, state: 'active' } }));
    };
    const { page } = await setting.open(t, { width: 320, locale: 'pl-PL' });
    const { texts, direction } = await speechOf(language);
    await heading(page, texts.welcome.title).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), language);
    assert.equal(await page.evaluate('document.documentElement.dir'), direction);
    const fits = async () => assert.equal(await scrollsSideways(page), false, await page.title());
    await fits();
    await page.getByText(fill(texts.step, { number: 1, count: 2 })).waitFor();
    await press(page, texts.goOn);
    await heading(page, texts.microphone.title).waitFor();
    await fits();
    await press(page, texts.microphone.type);
    await heading(page, invitation.roleName).waitFor();
    await fits();
  });
}

test('before the session’s language is known, the browser’s is spoken', async (t) => {
  const { page } = await setting.open(t, { path: '/i/', locale: 'pl-PL' });
  const { texts } = await speechOf('pl');
  await heading(page, texts.notices.noLink.title).waitFor();
  assert.equal(setting.live.pages.length, 0, 'without a token the server is not asked');
});

test('muting and unmuting, typing and speaking again', async (t) => {
  setting.live.answer = (page, { type }) => {
    if (type === 'hello') page.send(invited({ hasConsented: true }));
    if (type === 'begin') page.send(joined());
    if (type === 'begin') page.send({ type: 'phase', phase: 'listening' });
  };
  const { page } = await setting.open(t);
  await toInterview(page);
  const connected = setting.live.pages[0]!;
  const isMuted = (on: boolean) => eventually(`mute ${on}`, () => lastOf(connected, 'mute')?.on === on);
  const falls = async () => {
    const before = connected.frames.length;
    await page.waitForTimeout(300);
    return connected.frames.length - before <= 1;
  };
  await eventually('sound', () => connected.frames.length > 5);
  await press(page, words.interview.mute);
  await isMuted(true);
  await page.getByText(words.interview.muted).waitFor();
  assert.ok(await falls(), 'muted, no sound leaves the device');
  await press(page, words.interview.unmute);
  await isMuted(false);
  await press(page, words.interview.type);
  await isMuted(true);
  assert.ok(await falls(), 'nor while typing');
  await press(page, words.interview.speak);
  await isMuted(false);
  const before = connected.frames.length;
  await eventually('sound again', () => connected.frames.length > before + 5);
});

test('all of the page, in every language, weighs no more than 150 kB', async (t) => {
  const folder = resolve(import.meta.dirname, '../../server/web-dist/candidate');
  const files = globSync('**/*.{js,css}', { cwd: folder });
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(resolve(folder, file))).length, 0);
  t.diagnostic(`${(bytes / 1024).toFixed(0)} kB gzip in ${files.length} files`);
  assert.ok(files.length > 16, 'no files were seen');
  assert.ok(bytes <= maxBytes, `${bytes} bytes gzip`);
});

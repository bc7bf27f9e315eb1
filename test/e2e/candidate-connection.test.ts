import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { PageRefusal } from '#server/live/protocol.ts';
import { barriers } from '#test/support/barriers.ts';
import {
  candidatePages,
  caption,
  heading,
  invitation,
  invited,
  joined,
  press,
  toInterview,
  toMicrophone,
  words,
} from '#test/support/candidate-page.ts';
import { type ConnectedPage, eventually, lastOf } from '#test/support/fake-live.ts';

/** What becomes of a candidate whose connection, link or place is not there. */
const setting = candidatePages();

/** An interview that has begun stays so, whatever connection asks. */
function scripted({ captions = [caption('1', 'interviewer', 'Tell me about your work.')] } = {}) {
  let isActive = false;
  setting.live.answer = (page: ConnectedPage, { type }) => {
    const isHello = type === 'hello';
    if (isHello && !isActive) return page.send(invited({ hasConsented: true }));
    if (!isHello && type !== 'begin') return;
    page.send(joined({ isResumed: isActive, captions }));
    page.send({ type: 'phase', phase: 'listening' });
    isActive = true;
  };
}

const helloOf = (number: number) =>
  eventually(`connection ${number}`, () => {
    const page = setting.live.pages[number - 1];
    return lastOf(page, 'hello') && page;
  });

test('a drop is said, and made good by itself with all that was said', async (t) => {
  scripted();
  const { live } = setting;
  const { page } = await setting.open(t);
  await toInterview(page);
  live.isUp = false;
  live.pages[0]!.drop();
  const banner = page.getByRole('status').getByText(words.connection.lost);
  await banner.waitFor();
  await page.getByText(words.interview.connecting).waitFor();
  await page.getByText('Tell me about your work.').waitFor();
  live.isUp = true;
  const second = await helloOf(2);
  await banner.waitFor({ state: 'hidden' });
  await page.getByText(words.interview.listening).waitFor();
  assert.deepEqual(lastOf(second, 'mute'), { type: 'mute', on: false });
  await eventually('sound again', () => second.frames.length > 5);
  assert.equal(await page.getByText('Tell me about your work.').count(), 1);
});

test('a reload leads straight back into the interview, with sound, and typing stays typing', async (t) => {
  scripted();
  const { page } = await setting.open(t);
  await toInterview(page);
  const { token } = lastOf(setting.live.pages[0], 'hello')!;
  await page.reload();
  const second = await helloOf(2);
  assert.equal(lastOf(second, 'hello')?.token, token);
  await page.getByText(words.interview.listening).waitFor();
  await eventually('sound after the reload', () => second.frames.length > 5);
  await press(page, words.interview.type);
  await page.reload();
  const third = await helloOf(3);
  await page.getByLabel(words.interview.answer).waitFor();
  await eventually('silence', () => lastOf(third, 'mute')?.on);
  assert.equal(new Set(setting.live.pages.map(({ device }) => device)).size, 1, 'it is the same device');
});

test('a device that goes offline says so and comes back', async (t) => {
  scripted();
  const { page, context } = await setting.open(t);
  await toInterview(page);
  await context.setOffline(true);
  await page.getByText(words.connection.offline).waitFor();
  await context.setOffline(false);
  await helloOf(2);
  await page.getByText(words.interview.listening).waitFor();
  assert.equal(await page.getByText(words.connection.offline).count(), 0);
});

test('an answer that is half written survives a drop, and is sent when it can be', async (t) => {
  scripted();
  const { live } = setting;
  const { page } = await setting.open(t);
  await toInterview(page);
  await press(page, words.interview.type);
  await page.getByLabel(words.interview.answer).fill('Half an answer');
  live.isUp = false;
  live.pages[0]!.drop();
  await page.getByText(words.connection.lost).waitFor();
  assert.equal(await page.getByRole('button', { name: words.interview.send }).isDisabled(), true);
  live.isUp = true;
  const second = await helloOf(2);
  await press(page, words.interview.send);
  assert.equal((await eventually('the answer', () => lastOf(second, 'say'))).text, 'Half an answer');
});

test('each refusal says what to do, and is tried again where that may help', async (t) => {
  const { page, said } = await setting.open(t, { path: '/i/' });
  const refusals: [PageRefusal, keyof typeof words.notices, boolean][] = [
    ['LINK_INVALID', 'invalid', false],
    ['LINK_EXPIRED', 'expired', false],
    ['LINK_USED', 'used', false],
    ['COOKIE_MISSING', 'cookies', false],
    ['UNAVAILABLE', 'unavailable', true],
  ];
  for (const [code, notice, triesAgain] of refusals) {
    setting.live.pages = [];
    setting.live.answer = (page, { type }) => {
      if (type === 'hello') page.send({ type: 'refused', code });
    };
    await page.evaluate(`location.hash = '#t=${code}'`);
    await heading(page, words.notices[notice].title).waitFor();
    await page.getByText(words.notices[notice].text).waitFor();
    assert.equal(await page.getByText(/^Next try in/).count(), triesAgain ? 1 : 0, code);
    assert.equal(setting.live.pages.length, 1, `${code} is no lost connection`);
  }
  assert.deepEqual(await barriers(page, said), []);
});

test('when all places are taken, the page counts down and gets in by itself', async (t) => {
  const { live } = setting;
  live.answer = (page, { type }) => {
    if (type !== 'hello') return;
    if (live.pages.length > 1) return page.send(invited());
    page.send({ type: 'refused', code: 'CAPACITY_REACHED', retryAfterSeconds: 2 });
  };
  const { page } = await setting.open(t);
  await heading(page, words.notices.full.title).waitFor();
  await page.getByText('Next try in 1 second', { exact: true }).waitFor();
  await heading(page, words.welcome.title).waitFor();
});

test('when the last place went while the microphone was tried, the page waits and begins by itself', async (t) => {
  let tries = 0;
  setting.live.answer = (page, { type }) => {
    if (type === 'hello') page.send(invited({ hasConsented: true }));
    if (type !== 'begin') return;
    page.send(++tries === 1 ? { type: 'waiting', retryAfterSeconds: 1 } : joined());
  };
  const { page } = await setting.open(t, { microphone: false });
  await toMicrophone(page);
  await press(page, words.microphone.type);
  await heading(page, words.notices.full.title).waitFor();
  await heading(page, invitation.roleName).waitFor();
  assert.deepEqual(lastOf(setting.live.pages[0], 'begin'), { type: 'begin', typed: true });
});

test('a page that was replaced stays quiet until it is told to go on', async (t) => {
  scripted();
  const { page } = await setting.open(t);
  await toInterview(page);
  const [first] = setting.live.pages;
  first!.send({ type: 'replaced' });
  await heading(page, words.notices.replaced.title).waitFor();
  await eventually('a closed connection', () => !first!.isOpen);
  await page.waitForTimeout(1000);
  assert.equal(setting.live.pages.length, 1, 'the two would throw each other out for ever');
  await press(page, words.goOnHere);
  const second = await helloOf(2);
  await page.getByText(words.interview.listening).waitFor();
  await eventually('sound again', () => second.frames.length > 5);
});

test('another link in the same tab is another interview', async (t) => {
  scripted();
  const { page } = await setting.open(t);
  await helloOf(1);
  await page.evaluate("location.hash = '#t=other'");
  const second = await helloOf(2);
  assert.equal(lastOf(second, 'hello')?.token, 'other');
  assert.equal(page.url(), `${setting.live.url}/i/`);
});

test('who follows the link from a mail page again is the same device', async (t) => {
  scripted();
  const mail = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<a href="${setting.live.url}/i/#t=token">Your interview</a>`);
  });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  t.after(() => void mail.close());
  const { page } = await setting.open(t);
  await helloOf(1);
  // Another site: this is an address, ours is a name.
  await page.goto(`http://127.0.0.1:${(mail.address() as AddressInfo).port}/`);
  await page.getByRole('link').click();
  const second = await helloOf(2);
  assert.match(second.device!, /^[\w-]{43}$/);
  assert.equal(second.device, setting.live.pages[0]!.device);
});

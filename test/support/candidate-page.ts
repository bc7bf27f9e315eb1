import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { composeNotice } from '#server/domain/interview/notice.ts';
import type { Caption, LiveMessage } from '#server/live/protocol.ts';
import type { ServedNotice } from '#server/modules/interview/types.ts';
import { texts } from '../../server/web/candidate/texts/en.ts';
import { launchChromium } from '../../testkit/console-demo/chromium.ts';
import { complaints } from '../../testkit/console-demo/complaints.ts';
import { type FakeLive, startFakeLive } from './fake-live.ts';
import { writeVoice } from './fake-voice.ts';

export const words = texts;

export const invitation = {
  sessionId: 'b0a5cf58-0000-4000-8000-000000000001',
  state: 'initiated' as const,
  roleName: 'Data Engineer',
  language: 'en',
  maxMinutes: 45,
  consentMode: 'explicit' as const,
  clientName: 'Northwind',
  expiresAt: '2026-12-01T00:00:00.000Z',
  trial: null,
};

/** As a live process serves it. */
export const notice: ServedNotice = {
  ...composeNotice({
    ...{ language: 'en', clientName: 'Northwind', roleName: 'Data Engineer', isScored: true },
    keptDays: { recording: 30, transcript: 30, scores: null },
    own: { version: 1, contact: 'people@northwind.example', privacyUrl: null, texts: {} },
  }),
  hash: 'e'.repeat(64),
};

export const invited = (
  changes: Partial<LiveMessage & { type: 'invitation' }> = {},
): LiveMessage & { type: 'invitation' } => ({
  type: 'invitation',
  invitation,
  notice,
  hasConsented: false,
  iceServers: null,
  ...changes,
});

export const joined = (
  changes: Partial<LiveMessage & { type: 'joined' }> = {},
): LiveMessage & { type: 'joined' } => ({
  type: 'joined',
  invitation: { ...invitation, state: 'active' },
  isResumed: false,
  leftMs: 42 * 60_000,
  captions: [],
  iceServers: null,
  ...changes,
});

export const caption = (id: string, speaker: Caption['speaker'], text: string, isFinal = true): Caption => ({
  ...{ id, speaker, text, isFinal },
});

/** One browser with a microphone that speaks, and one fake server, for the tests of a file. */
export function candidatePages() {
  let live: FakeLive;
  let browser: Browser;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-voice-'));
    const voice = join(folder, 'voice.wav');
    await writeVoice(voice);
    [live, browser] = await Promise.all([
      startFakeLive(),
      launchChromium(['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${voice}`]),
    ]);
  });
  after(async () => {
    await browser?.close();
    await live?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get live() {
      return live;
    },
    /** A candidate's browser on the page; the microphone is denied where it is not allowed. */
    async open(
      t: { after(end: () => Promise<void>): void },
      {
        path = '/i/#t=token',
        microphone = true,
        width = 390,
        colorScheme = 'light' as 'light' | 'dark',
        locale = 'en-GB',
      } = {},
    ): Promise<{ page: Page; context: BrowserContext; said: string[] }> {
      live.pages = [];
      const context = await browser.newContext({
        baseURL: live.url,
        viewport: { width, height: 844 },
        ...{ colorScheme, locale, reducedMotion: 'reduce' },
        permissions: microphone ? ['microphone'] : [],
      });
      t.after(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const said = complaints(page);
      await page.goto(path);
      return { page, context, said };
    },
  };
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** As far as the test of the microphone, without consent. */
export async function toMicrophone(page: Page): Promise<void> {
  await press(page, words.goOn);
  await heading(page, words.microphone.title).waitFor();
}

/** Into the interview, with a voice. */
export async function toInterview(page: Page): Promise<void> {
  await toMicrophone(page);
  await press(page, words.microphone.allow);
  await press(page, words.microphone.start);
  await heading(page, invitation.roleName).waitFor();
}

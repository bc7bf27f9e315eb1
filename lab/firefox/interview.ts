import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/open-database.ts';
import { startServer } from '../../testkit/server-process.ts';
import { makeCustomers } from '../machines/customers.ts';
import { keyPepper } from '../machines/installation.ts';
import { startFirefox } from './bidi.ts';

/**
 * A whole interview on the candidate's page in Firefox, by WebRTC and by WebSocket: practice, spoken answers, the end. The microphone is a
 * voice program's sound. `node lab/firefox/interview.ts FIREFOX [FOLDER for pictures]`
 */
const [program = 'firefox-esr', pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'assay-firefox-'));
const dataDir = join(folder, 'data');
await mkdir(dataDir, { mode: 0o700 });

/** s16le in base64, mono 16 kHz. */
function spoken(text: string): string {
  const path = join(folder, 'said.wav');
  spawnSync('flite', ['-voice', 'slt', '-t', text, '-o', path]);
  return readFileSync(path).subarray(44).toString('base64');
}

/** In the page, before its own code: the microphone. Without WebRTC there is no RTCPeerConnection. */
const preload = (isWebRtc: boolean) => `() => {
  ${isWebRtc ? '' : 'delete window.RTCPeerConnection;'}
  const context = new AudioContext();
  const out = context.createMediaStreamDestination();
  const hiss = context.createConstantSource(); hiss.offset.value = 0.0005; hiss.connect(out); hiss.start();
  navigator.mediaDevices.getUserMedia = async () => { await context.resume(); return out.stream.clone(); };
  window.speakIn = (base64) => new Promise((done) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const samples = new Int16Array(bytes.buffer);
    const buffer = context.createBuffer(1, samples.length, 16000);
    buffer.getChannelData(0).set(Float32Array.from(samples, (one) => one / 32768));
    const source = context.createBufferSource(); source.buffer = buffer; source.connect(out);
    source.onended = () => done(samples.length / 16); source.start();
  });
}`;

const server = await startServer({
  mainPath: resolve(import.meta.dirname, '../../server/main.ts'),
  startWithinMs: 600_000,
  env: { DATA_DIR: dataDir, KEY_PEPPER: keyPepper, LIVE_WEBRTC_HOST: '0.0.0.0' },
});
const db = await openDatabase({ dataDir, databaseUrl: null });
const firefox = await startFirefox(program);
let isFine = true;
const check = (what: string, is: boolean) => {
  console.log(`${is ? 'ok  ' : 'FAIL'} ${what}`);
  isFine &&= is;
};

try {
  const [own] = await makeCustomers(db, { count: 1, credits: 1_000_000, keyPepper });
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v1/interview${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': own!.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, never>;
  };
  const persona = await call('/personas', { role_name: 'Baker', language: 'en' });
  for (const isWebRtc of [true, false]) {
    const way = isWebRtc ? 'WebRTC' : 'WebSocket';
    let session: Record<string, never> = {} as never;
    for (; !session.candidate_link; await delay(500)) {
      session = await call(`/personas/${persona.id}/sessions`, { consent_mode: 'explicit' });
    }
    const { script } = await firefox.command('script.addPreloadScript', {
      functionDeclaration: preload(isWebRtc),
    });
    const { context } = await firefox.command('browsingContext.create', { type: 'tab' });
    const size = async (width: number) =>
      firefox.command('browsingContext.setViewport', { context, viewport: { width, height: 900 } });
    await size(1440);
    const url = String(session.candidate_link).replace(/^https?:\/\/[^/]+/, server.url);
    await firefox.command('browsingContext.navigate', { context, url, wait: 'complete' });
    const run = async (expression: string): Promise<unknown> => {
      const { result } = (await firefox.command('script.evaluate', {
        ...{ expression, target: { context }, awaitPromise: true, userActivation: true },
      })) as { result?: { value?: unknown } };
      return result?.value;
    };
    const text = async () => String(await run('document.body.innerText'));
    const sees = async (what: RegExp, withinMs = 120_000) => {
      const giveUp = performance.now() + withinMs;
      while (!what.test(await text())) {
        if (performance.now() > giveUp) throw new Error(`${way}: ${what} was not seen in:\n${await text()}`);
        await delay(200);
      }
    };
    const press = (label: string) =>
      run(
        `[...document.querySelectorAll('button')].find((one) => one.innerText === ${JSON.stringify(label)}).click()`,
      );
    const picture = async (name: string) => {
      if (!pictures || !isWebRtc) return;
      for (const width of [1440, 390]) {
        await size(width);
        const { data } = await firefox.command('browsingContext.captureScreenshot', {
          context,
          origin: 'document',
        });
        writeFileSync(join(pictures, `${name}-${width}.png`), Buffer.from(String(data), 'base64'));
      }
    };
    await sees(/Your interview/);
    await press('Continue');
    await sees(/Your consent/);
    await run(`document.querySelector('input[type=checkbox]').click()`);
    await press('Continue');
    await sees(/Check your microphone/);
    await press('Use the microphone');
    await sees(/Say a few words|heard well/);
    await picture('microphone');
    await press('Try a practice question');
    await sees(/only for practice/);
    await picture('practice');
    await sees(/listening to you/);
    await run(
      `speakIn(${JSON.stringify(spoken('In my free time I like to read books and I walk in the woods.'))})`,
    );
    await sees(/That was the practice question/, 60_000);
    check(`${way}: practised by voice`, true);
    await picture('practised');
    await press('Start the interview');
    await sees(/automated interviewer/);
    const said = 'I have worked in a bakery for ten years, and I baked bread every morning.';
    await sees(/listening to you/);
    await run(`speakIn(${JSON.stringify(spoken(said))})`);
    await sees(/(?:ten|10) years|bread|morning/i);
    check(`${way}: an answer was heard`, true);
    console.log(
      `     ${(await text())
        .split('\n')
        .filter((line) => /years|bread|morning/i.test(line))
        .join(' ')}`,
    );
    await delay(6000);
    await press('End the interview');
    await press('Yes, end it');
    await sees(/Thank you!/);
    check(`${way}: held to its end`, true);
    for (; (await call(`/sessions/${session.id}`)).status === 'active'; await delay(1000));
    const { status } = await call(`/sessions/${session.id}`);
    check(`${way}: completed (${status})`, status === 'completed');
    const transcript = await call(`/sessions/${session.id}/transcript`);
    const all = JSON.stringify(transcript);
    check(`${way}: sound went that way`, all.includes(`"over":"${isWebRtc ? 'webrtc' : 'websocket'}"`));
    check(`${way}: the transcript has the answer`, /(?:ten|10) years|bread|morning/i.test(all));
    check(`${way}: it has nothing of the practice`, !/woods|practice/i.test(all));
    await firefox.command('browsingContext.close', { context });
    await firefox.command('script.removePreloadScript', { script });
  }
} finally {
  await firefox.close();
  await db.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isFine ? 0 : 1;

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** A Firefox without a window, driven by WebDriver BiDi (W3C), which it speaks itself: no driver is needed. */
export interface Firefox {
  command(method: string, params: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/**
 * Sound plays without a touch; the rest is as Firefox is shipped.
 *
 * @param program e.g. Debian's `firefox-esr`
 * @throws Error when it does not start
 */
export async function startFirefox(program: string, prefs: Record<string, unknown> = {}): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'assay-firefox-'));
  const all = {
    'media.autoplay.default': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    // A machine without a sound card: its clocks of sound would never begin to go.
    'media.cubeb.force_mock_context': true,
    'media.cubeb.backend': 'none',
    ...prefs,
  };
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(all)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    program,
    ['--headless', '--remote-debugging-port', '0', '--profile', profile, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
    },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`Firefox ended (${code}):\n${said}`)));
    child.once('error', reject);
  });
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.on('message', (data) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as {
      id: number;
      type: string;
      result: Record<string, unknown>;
      error?: string;
      message?: string;
    };
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    if (type === 'success') one.resolve(result);
    else one.reject(new Error(`${error}: ${message}`));
  });
  let last = 0;
  const command = (method: string, params: object) => {
    const id = ++last;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, answer);
    socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  };
  await command('session.new', { capabilities: {} });
  return {
    command,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

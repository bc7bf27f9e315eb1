import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';

export const { maxSizeBytes } = limits.audio;
export const MB = 1024 * 1024;

export async function listening(t: TestContext, options: Parameters<typeof buildTestApp>[1] = {}) {
  const test = await buildTestApp(t, options);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as { port: number };
  const { apiKey } = await test.customer();
  const head = (headers: Record<string, string>) =>
    [
      'POST /api/v1/speech/analyze HTTP/1.1',
      'host: test',
      ...Object.entries({ 'x-api-key': apiKey, ...headers }).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n');
  return { ...test, port, apiKey, head };
}

/** Sends until the server stops taking, or all is sent; answers whether it was all. */
export async function pour(socket: Socket, content: Buffer): Promise<boolean> {
  const chunkBytes = 64 * 1024;
  for (let at = 0; at < content.length; at += chunkBytes) {
    if (!socket.writable) return false;
    if (socket.write(content.subarray(at, at + chunkBytes))) continue;
    const drained = await once(socket, 'drain', { signal: AbortSignal.timeout(2500) }).catch(() => undefined);
    if (!drained) return false;
  }
  return true;
}

export async function answerOf(socket: Socket): Promise<{ head: string; body: string }> {
  let heard = '';
  socket.on('error', () => undefined);
  for await (const chunk of socket) heard += chunk;
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  return { head, body };
}

/** The file store may still be removing when the answer is there. */
export async function settles(check: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 60; attempt++) {
    if (await check()) return true;
    await delay(50);
  }
  return false;
}

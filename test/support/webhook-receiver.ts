import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  port: number;
  received: Received[];
  /** Connections accepted, whether or not anything was said on them. */
  connections: number;
}

export interface TestCertificate {
  key: string;
  cert: string;
}

/** A receiver of the test's own on a free port; answers 200 unless told otherwise. */
export async function startReceiver(
  t: Pick<TestContext, 'after'>,
  {
    answer = (response) => response.end('thank you'),
    host = '127.0.0.1',
    port = 0,
    certificate,
  }: {
    answer?: (response: ServerResponse, received: Received) => unknown;
    host?: string;
    port?: number;
    certificate?: TestCertificate;
  } = {},
): Promise<Receiver> {
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    receiver.received.push(received);
    await answer(response, received);
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  const receiver: Receiver = { port: 0, received: [], connections: 0 };
  server.on('connection', () => {
    receiver.connections++;
  });
  server.listen(port, host);
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

/** Why there is no certificate, for a test that skips. */
export const noOpenssl = 'openssl is not installed (Debian: apt-get install openssl)';

/** A self-signed certificate, valid for a day; undefined where openssl is missing. `names` as "DNS:x" or "IP:x". */
export function makeCertificate(names: readonly string[]): TestCertificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'assay-certificate-'));
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' '),
        ...['-subj', '/CN=Assay test receiver', '-addext', `subjectAltName=${names.join(',')}`],
        ...['-keyout', keyPath, '-out', certPath],
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(certPath, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

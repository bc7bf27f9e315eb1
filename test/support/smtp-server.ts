import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { TestCertificate } from './webhook-receiver.ts';

export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and body as they came. */
  data: string;
  isEncrypted: boolean;
}

/** What the server does instead of taking a mail. Looked at anew for each command. */
export interface SmtpBehaviour {
  /** What it answers to RCPT, by the address; undefined: it takes it. */
  refuse?: ((address: string) => string | undefined) | undefined;
  /** What it answers to MAIL without TLS, as servers do that want it. */
  wantsTls?: boolean;
  /** It cuts the connection when it has the mail, before it says so. */
  hangsUpWithMail?: boolean;
  /** It has a whole mail, and has not said so yet. */
  onMail?: () => void;
  /** It cuts each connection at once. */
  isDown?: boolean;
}

export interface SmtpServer {
  port: number;
  received: ReceivedMail[];
  behaviour: SmtpBehaviour;
  /** Connections that came, whether or not anything was said on them. */
  connections: number;
  /** What was said to sign in, decoded. */
  logins: string[];
}

/** A mail server of the test's own, by the words of RFC 5321 that a client of ours says. STARTTLS with a certificate alone. */
export async function startSmtpServer(
  t: { after(tidyUp: () => Promise<void>): void },
  { certificate, behaviour = {} }: { certificate?: TestCertificate; behaviour?: SmtpBehaviour } = {},
): Promise<SmtpServer> {
  const state: SmtpServer = { port: 0, received: [], behaviour, connections: 0, logins: [] };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    state.connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    if (state.behaviour.isDown) return void socket.destroy();
    socket.write('220 mail.test ESMTP\r\n');
    converse(socket, state, certificate);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.port = (server.address() as AddressInfo).port;
  t.after(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return state;
}

function converse(socket: Socket, state: SmtpServer, certificate: TestCertificate | undefined): void {
  const isEncrypted = socket instanceof TLSSocket;
  let buffered = '';
  let from = '';
  let to = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const takeMail = (end: number) => {
    const data = buffered.slice(0, end).replaceAll('\r\n..', '\r\n.');
    buffered = buffered.slice(end + 5);
    isData = false;
    state.received.push({ from, to, data, isEncrypted });
    state.behaviour.onMail?.();
    if (state.behaviour.hangsUpWithMail) return void socket.destroy();
    say('250 2.0.0 Taken');
  };
  const obey = (line: string) => {
    const verb = line.split(' ', 1)[0]!.toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO') {
      const offers = [...(certificate && !isEncrypted ? ['STARTTLS'] : []), 'AUTH PLAIN', '8BITMIME'];
      for (const offer of offers) say(`250-${offer}`);
      say('250 SMTPUTF8');
    } else if (verb === 'STARTTLS') {
      say('220 Go ahead');
      socket.removeAllListeners('data');
      const secureContext = createSecureContext(certificate);
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on('error', () => undefined);
      converse(secure, state, certificate);
    } else if (verb === 'AUTH') {
      state.logins.push(
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .replaceAll('\0', ' ')
          .trim(),
      );
      say('235 2.7.0 Welcome');
    } else if (verb === 'MAIL') {
      from = address;
      if (state.behaviour.wantsTls && !isEncrypted) say('530 5.7.0 Must issue a STARTTLS command first');
      else say('250 2.1.0 Fine');
    } else if (verb === 'RCPT') {
      to = address;
      say(state.behaviour.refuse?.(address) ?? '250 2.1.5 Fine');
    } else if (verb === 'DATA') {
      isData = true;
      say('354 Go on');
    } else if (verb === 'QUIT') {
      say('221 2.0.0 Bye');
      socket.end();
    } else say('250 2.0.0 Fine');
  };
  socket.on('data', (chunk: Buffer) => {
    buffered += chunk.toString('utf8');
    for (;;) {
      const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end === -1 || socket.destroyed) return;
      if (isData) takeMail(end);
      else {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        obey(line);
        if (/^STARTTLS$/i.test(line)) return;
      }
    }
  });
}

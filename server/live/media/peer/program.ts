/**
 * The program that holds one page's WebRTC connection: no network, no files, no secrets. It is told packets and sound over its standard
 * input, and tells them over its standard output. Whatever goes wrong in it ends it, and with it this connection alone.
 */
import {
  createReader,
  kinds,
  packetBytes,
  packetOf,
  type StartOrder,
  soundBytes,
  soundOf,
  written,
} from '../peer-messages.ts';
import { type Call, openCall } from './call.ts';

/** Of a live process that does not read; what then is left out is lost as on a bad network. */
const mostWaitingBytes = 1024 ** 2;

const fail = (error: unknown) => {
  process.stderr.write(String(error), () => process.exit(1));
};
const tell = (kind: (typeof kinds)[keyof typeof kinds], body: Uint8Array) => {
  if (process.stdout.writableLength < mostWaitingBytes) process.stdout.write(written(kind, body));
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

let call: Call | undefined;
/** What comes before it can be taken: the page asks again. */
const begin = async (order: StartOrder) => {
  call = await openCall(order, {
    send: (packet) => tell(kinds.packet, packetBytes(packet)),
    sound: (samples) => tell(kinds.sound, soundBytes(samples)),
    fault: fail,
  });
  tell(kinds.ready, Buffer.from(JSON.stringify(await call.ready)));
};

const read = createReader((kind, body) => {
  if (kind === kinds.start) begin(JSON.parse(body.toString()) as StartOrder).catch(fail);
  else if (kind === kinds.packet) call?.receive(packetOf(body));
  else if (kind === kinds.sound) call?.play(soundOf(body));
});
process.stdin.on('data', read);
process.stdin.on('end', () => process.exit(0));

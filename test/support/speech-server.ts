import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedSpeech {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; voice: string; input: string; response_format: string };
}

export type SpeechBehaviour = (response: ServerResponse, asked: AskedSpeech) => void;

/** A WAV header as streaming servers write it: sizes unknown. */
export function wavHeader({ sampleRateHz = 24_000, channels = 1, bits = 16, kind = 1 } = {}): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(kind, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE((sampleRateHz * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return header;
}

/** A tone of 440 Hz, all channels alike. */
export function tone({ seconds = 1, sampleRateHz = 24_000, channels = 1 } = {}): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * sampleRateHz) * channels * 2);
  for (let at = 0; at < samples.length / 2; at++) {
    const time = Math.floor(at / channels) / sampleRateHz;
    samples.writeInt16LE(Math.round(10_000 * Math.sin(2 * Math.PI * 440 * time)), 2 * at);
  }
  return samples;
}

/** 60 ms a character, sent in odd pieces. */
export const speaking: SpeechBehaviour = (response, { body }) => {
  const whole = Buffer.concat([wavHeader(), tone({ seconds: body.input.length * 0.06 })]);
  for (let at = 0; at < whole.length; at += 3333) response.write(whole.subarray(at, at + 3333));
  response.end();
};

/** A speech server that answers as told, on a free port. */
export async function startSpeechServer(behaviour: SpeechBehaviour = speaking) {
  const asked: AskedSpeech[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
    const one = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
    asked.push(one);
    behaviour(response, one);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

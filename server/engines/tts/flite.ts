import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseVoice, type TtsEngine, type Voice } from './port.ts';
import { runVoice } from './program-sound.ts';
import { spokenParts } from './text.ts';
import { wavSamples } from './wav-stream.ts';

/** Those of its voices that have 16 kHz, the clearest first. */
const voices: readonly Voice[] = ['slt', 'rms', 'awb', 'kal16'].map((id) => ({ id, languages: ['en'] }));

/**
 * Debian's flite: English, clearer than espeak-ng. It seeks in what it writes, so the sound takes the way of a file in a private folder;
 * the text too, since arguments of programs can be seen by every user.
 */
export function createFlite(program = 'flite'): TtsEngine {
  const say = async (voice: Voice, part: string, signal: AbortSignal): Promise<Buffer> => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-voice-'));
    const [text, sound] = [join(folder, 'text'), join(folder, 'sound.wav')];
    try {
      await writeFile(text, `${latin(part)}\n`, { mode: 0o600 });
      await writeFile(sound, '', { mode: 0o600 });
      await runVoice(
        { program, args: ['-voice', voice.id, '-f', text, '-o', sound], reads: [text], writes: [sound] },
        signal,
      );
      const file = await open(sound);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    id: 'flite',
    voices,
    async *speak(request) {
      const voice = chooseVoice('flite', voices, request);
      request.signal.throwIfAborted();
      for (const part of spokenParts(request.text)) {
        if (!/[a-z0-9]/i.test(latin(part))) continue;
        const sound = await say(voice, part, request.signal);
        yield* wavSamples(once(sound));
      }
    },
    async check() {
      try {
        await say(voices[0]!, 'Hello', new AbortController().signal);
        return { ok: true, detail: `flite speaks English (${voices.map(({ id }) => id).join(', ')})` };
      } catch (error) {
        return { ok: false, detail: (error as Error).message };
      }
    },
  };
}

/** It reads ASCII: accents go, other scripts too. */
const latin = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/[^\x20-\x7e]+/gu, '');

async function* once(sound: Buffer): AsyncGenerator<Uint8Array> {
  yield sound;
}

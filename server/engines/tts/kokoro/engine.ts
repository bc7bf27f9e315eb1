import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as ort from '../../onnx-runtime.ts';
import { chooseVoice, speechSampleRateHz, type TtsEngine, TtsError, type Voice } from '../port.ts';
import { programSound } from '../program-sound.ts';
import { createResampler } from '../resample.ts';
import { spokenParts } from '../text.ts';
import { kokoroFiles, kokoroVoicesIn, networkNames } from './folder.ts';
import { clausesOf, kokoroSymbols, tokensOf } from './phonemes.ts';
import { espeakNames } from './voices.ts';

const rateHz = 24_000;
/** A voice has a style for each length of a text. */
const styleSize = 256;
const lengths = 510;
export interface Kokoro extends TtsEngine {
  close(): Promise<void>;
}

/**
 * Opens Kokoro-82M (StyleTTS 2, Apache-2.0) from a folder: a network, and `voices/<name>.bin` with 510 × 256 numbers each. Letters become
 * sounds by espeak-ng, which must be installed.
 *
 * @param threads of one sentence
 * @throws Error that names what is missing
 */
export async function openKokoro(dir: string, { threads }: { threads: number }): Promise<Kokoro> {
  const paths = readdirSync(dir, { recursive: true }).map((path) => String(path).split(sep).join('/'));
  const [network] = kokoroFiles(paths);
  if (network === undefined) throw new Error(`${dir} has no ${networkNames[0]} or no voices/<name>.bin.`);
  const session = await ort.openSession(join(dir, network), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const tokenInput = session.inputNames.find((name) => name === 'tokens' || name === 'input_ids');
  if (tokenInput === undefined || !['style', 'speed'].every((name) => session.inputNames.includes(name))) {
    throw new Error(`${network} is no Kokoro v1.0: its inputs are ${session.inputNames.join(', ')}.`);
  }
  const voices = kokoroVoicesIn(paths);
  const styleOf = openStyles(dir);

  const symbolsOf = async (sentence: string, language: string, signal: AbortSignal): Promise<string> => {
    let symbols = '';
    for (const { text, mark } of clausesOf(sentence)) {
      const args = ['-q', '--ipa', '--tie=^', '-v', espeakNames[language]!, '--stdin'];
      const program = { program: 'espeak-ng', args, input: [Buffer.from(`${text}\n`)] };
      const said = Buffer.concat(await Array.fromAsync(programSound(program, signal))).toString();
      symbols += `${symbols === '' ? '' : ' '}${kokoroSymbols(said, language)}${mark}`;
    }
    return symbols;
  };

  const say = async (voice: Voice, sentence: string, language: string, signal: AbortSignal) => {
    const tokens = tokensOf(await symbolsOf(sentence, language, signal));
    signal.throwIfAborted();
    try {
      const { [session.outputNames[0]!]: sound } = await session.run({
        [tokenInput]: new ort.Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
        style: new ort.Tensor('float32', styleOf(voice, tokens.length), [1, styleSize]),
        speed: new ort.Tensor('float32', [1], [1]),
      });
      return onSixteenBits(sound!.data as Float32Array);
    } catch (cause) {
      throw new TtsError('failed', 'Kokoro could not speak a sentence.', { cause });
    }
  };

  return {
    id: 'kokoro',
    voices,
    async *speak(request) {
      const voice = chooseVoice('Kokoro', voices, request);
      for (const part of spokenParts(request.text)) {
        request.signal.throwIfAborted();
        const samples = await say(voice, part, request.language, request.signal);
        request.signal.throwIfAborted();
        const resampler = createResampler(rateHz, speechSampleRateHz);
        yield resampler.push(samples);
        yield resampler.end();
      }
    },
    async check() {
      try {
        const { signal } = new AbortController();
        await say(voices[0]!, 'Hello', voices[0]!.languages[0]!, signal);
        const languages = [...new Set(voices.flatMap((one) => one.languages))];
        return { ok: true, detail: `Kokoro speaks ${languages.join(', ')}` };
      } catch (error) {
        return { ok: false, detail: (error as Error).message };
      }
    },
    close: () => session.release(),
  };
}

/** A voice's style for a text of so many tokens. */
function openStyles(dir: string): (voice: Voice, tokens: number) => Float32Array {
  const known = new Map<string, Float32Array>();
  return (voice, tokens) => {
    let style = known.get(voice.id);
    if (!style) {
      const bytes = readFileSync(join(dir, 'voices', `${voice.id}.bin`));
      if (bytes.length !== 4 * styleSize * lengths)
        throw new Error(`voices/${voice.id}.bin is no voice of Kokoro v1.0.`);
      style = new Float32Array(new Uint8Array(bytes).buffer);
      known.set(voice.id, style);
    }
    const at = styleSize * Math.min(lengths - 1, tokens - 2);
    return style.slice(at, at + styleSize);
  };
}

/** Some voices are louder than full scale. */
function onSixteenBits(sound: Float32Array): Float32Array {
  const loudest = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0.95);
  const gain = (0.95 * 32_767) / loudest;
  return sound.map((value) => value * gain);
}

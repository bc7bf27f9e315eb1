import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as ort from '#server/engines/onnx-runtime.ts';
import { ratings } from '../../testkit/corpus.ts';
import type { Setting } from './experts.ts';
import type { HeardUtterance } from './hear.ts';
import { cueNames, type PhoneTokens } from './phone-tokens.ts';

const models = resolve(import.meta.dirname, '../../models');
export const expertNetworksPath = join(models, 'bundled', 'experts-en.onnx');
/** Speaker to the fold whose networks have not heard them. */
export const expertFoldsPath = join(models, 'calibration', 'experts-folds.json');

export interface ExpertNetworks {
  foldOf: ReadonlyMap<string, number>;
  /**
   * 0–10 in the order of `ratings`: the mean of all networks, of those only that have not heard the speaker where some have.
   *
   * @param speaker a name of the corpus they learned from, or any other
   */
  judge(tokens: PhoneTokens, setting: Setting, speaker: string): Promise<number[]>;
}

/** The networks of models/bundled/experts-en.md. */
export async function openExpertNetworks(): Promise<ExpertNetworks> {
  const session = await ort.openSession(expertNetworksPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const folds = JSON.parse(await readFile(expertFoldsPath, 'utf8')) as Record<string, number>;
  const foldOf = new Map(Object.entries(folds));
  const count = 1 + Math.max(...foldOf.values());
  return {
    foldOf,
    async judge(tokens, setting, speaker) {
      const { networks } = await session.run(inputsOf(tokens, setting), ['networks']);
      const said = networks!.data as Float32Array;
      const fold = foldOf.get(speaker);
      // Networks stand in the order of their seeds, within a seed in the order of the folds they have not heard.
      const asked = Array.from({ length: said.length / ratings.length }, (_, network) => network).filter(
        (network) => fold === undefined || network % count === fold,
      );
      return ratings.map(
        (_, rating) =>
          asked.reduce((sum, network) => sum + said[network * ratings.length + rating]!, 0) / asked.length,
      );
    },
  };
}

/** An utterance without phones is given as one phone that is masked. */
function inputsOf({ phones, states, cues, whole }: PhoneTokens, setting: Setting) {
  const steps = Math.max(1, phones.length);
  const width = whole.length / 2;
  const filled = (values: Float32Array, columns: number) => {
    const data = new Float32Array(steps * columns);
    data.set(values);
    return new ort.Tensor('float32', data, [1, steps, columns]);
  };
  return {
    states: filled(states, width),
    phones: new ort.Tensor(
      'int64',
      BigInt64Array.from({ length: steps }, (_, at) => BigInt(phones[at] ?? 0)),
      [1, steps],
    ),
    cues: filled(cues, cueNames.length),
    whole: new ort.Tensor('float32', whole, [1, 2 * width]),
    mask: new ort.Tensor('float32', new Float32Array(steps).fill(phones.length > 0 ? 1 : 0), [1, steps]),
    setting: new ort.Tensor('int64', BigInt64Array.of(setting === 'knownText' ? 0n : 1n), [1]),
  };
}

/** Adds to the evidence of one setting what the networks say. */
export async function askNetworks(
  heard: readonly HeardUtterance[],
  setting: Setting,
  networks: ExpertNetworks,
) {
  const asked = [];
  for (const { utterance, hearings } of heard) {
    const { evidence, tokens } = hearings[setting];
    const opinion = await networks.judge(tokens, setting, utterance.speaker);
    asked.push({ utterance, evidence: { ...evidence, networks: opinion } });
  }
  return asked;
}

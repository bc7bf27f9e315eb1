/**
 * How well scores of read utterances agree with experts' (speechocean762 or a corpus laid out like it).
 *
 *   scripts/assay bench validity --corpus DIR [--speakers FILE] [--known-text] [--recogniser DIR] [--threads N] [--json]
 *
 * DIR holds audio/<id>.opus (or wav, flac, ogg, mp3), text, utt2spk and scores.csv. FILE names one speaker a line.
 * Without --known-text the recogniser's own transcript is scored; with it, the corpus' text. The recogniser is Moonshine base, from
 * models/weights (scripts/setup) or --recogniser: its states are what the score hears with.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CorpusError, readCorpus } from '../../testkit/corpus.ts';
import { askNetworks, openExpertNetworks } from '../validity/expert-networks.ts';
import { createExpertJudge, type ExpertsFile } from '../validity/experts.ts';
import { hearCorpus } from '../validity/hear-corpus.ts';
import { printTable } from '../validity/print-table.ts';
import { recogniserPathOf } from '../validity/recogniser-path.ts';
import { validityReport } from '../validity/report.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    speakers: { type: 'string' },
    'known-text': { type: 'boolean', default: false },
    recogniser: { type: 'string' },
    threads: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (!values.corpus) throw new CorpusError('--corpus DIR is needed.');
  const threads = Number(values.threads ?? Math.min(4, availableParallelism()));
  if (!Number.isInteger(threads) || threads < 1)
    throw new CorpusError('--threads must be a whole number from 1.');
  const setting = values['known-text'] ? 'knownText' : 'ownTranscript';
  const recogniserPath = recogniserPathOf(values.recogniser);
  const utterances = await readCorpus(resolve(values.corpus), await wantedSpeakers(values.speakers));
  const calibration = resolve(import.meta.dirname, '../../models/calibration/experts.json');
  const experts = JSON.parse(await readFile(calibration, 'utf8')) as ExpertsFile;
  const judge = createExpertJudge(experts, setting);
  const began = Date.now();
  const heard = await hearCorpus(utterances, {
    recogniserPath,
    threads,
    onProgress: (done, of) => {
      if (done % 100 === 0 || done === of)
        console.error(`${done} of ${of} utterances, ${Math.round((Date.now() - began) / 1000)} s`);
    },
  });
  const asked = await askNetworks(heard, setting, await openExpertNetworks());
  const report = validityReport(asked, judge, setting);
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else printTable(report);
}

async function wantedSpeakers(path: string | undefined): Promise<string[] | undefined> {
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new CorpusError(`The list of speakers ${path} cannot be read.`, { cause });
  }
  const speakers = text.split('\n').map((line) => line.trim());
  return [...new Set(speakers.filter((speaker) => speaker !== ''))];
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CorpusError)) throw error;
  console.error(`assay bench validity: ${error.message}`);
  process.exitCode = 1;
}

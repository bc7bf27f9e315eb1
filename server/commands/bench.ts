import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

const folder = resolve(import.meta.dirname, '../../lab/bench');
const programOf = (name: string) => join(folder, `${name}.ts`);

/** What each measures, by the name of its file. */
const benches = {
  steps: 'seconds per step, polls per second under load, memory of a large upload',
  asr: 'word errors and confidences of the recogniser on a corpus',
  'asr-sets': 'word errors of the recogniser by set of recordings',
  'asr-speed': 'speed and memory of the recogniser beside the same weights in transformers.js',
  whisper: "speed and memory of our Whisper runner beside transformers.js' pipeline",
  fairness: 'how far level, noise, codec and silence move the scores of one recording',
  levels: "vocabulary and fluency against examiners' levels, on transcripts of rated interviews",
  speakers: 'who spoke when: simulated interviews of real people, and real conversations',
  alignment: 'where words begin and end, against synthesisers that know',
  hesitations:
    'filled pauses, repetitions and words cut off that the aligner hears where a transcript leaves them out',
  validity: 'how well scores agree with experts who rated read utterances',
  'cv-match':
    "whether an occupation's CVs outrank others for its job, against BM25; CVs matched a minute; requirements judged as by hand",
  'cv-search': 'scans of vectors against other libraries, and which people words, rules and vectors find',
  backup: 'how long a backup, its verification and a restore take, and how much memory',
  'object-storage': 'files in a folder and in a bucket, in turns: how fast they are stored and read',
  webhooks: 'how long messages take to a quick receiver while others hang, drip, reset and fail',
  'console-runs': "how long the console's table of runs takes with a hundred thousand of them",
  interviews: 'live interviews: how soon candidates are answered, whom it cuts off, how many fit',
  'interviews-network':
    'a live interview over a network that loses, delays and drops packets: what of it is heard (root)',
  turns: 'who has finished speaking: real recordings cut at ends of sentences and inside them',
  uploads: 'what hostile uploads cost, and how long polls take while recordings come in',
  'live-attacks':
    'hostile offers and messages of candidates beside an interview: deaths, gaps in its recording',
  'odd-inputs': 'damaged media, PDFs, JSON, forms and headers: answers 500, deaths, wrong accounts',
  overload: 'polls and refusals while more recordings come in than fit',
  'api-fuzz': 'answers 500, and answers that are not as the interface description says',
  'api-clients': 'typed clients in TypeScript and Python, made of the interface description and used',
  'cv-text': 'what becomes of real CVs and of odd PDFs: outcomes, fields found, seconds and memory',
} as const;

/**
 * `assay bench NAME`: one measuring program of lab/bench, in a process of its own so that neither disturbs the
 * other; its options are its own. An image without that folder has no benches.
 */
export function registerBench(program: Command, context: CommandContext): void {
  const bench = program
    .command('bench')
    .description('measure the speed of the steps and the quality of the parts');
  for (const [name, measures] of Object.entries(benches)) {
    if (!existsSync(programOf(name))) continue;
    bench
      .command(name)
      .description(measures)
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .argument('[options...]')
      .action(async (given: string[]) => context.setExitCode(await runBench(name, given, context.env)));
  }
}

function runBench(name: string, args: readonly string[], env: CommandContext['env']): Promise<number> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, [programOf(name), ...args], { stdio: 'inherit', env });
    child.once('error', refuse);
    child.once('exit', (code) => done(code ?? 1));
  });
}

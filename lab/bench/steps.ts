import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { limits } from '../../server/config/limits.ts';
import { makeAudio, makeLargeWav } from './steps/audio.ts';
import { type LengthResult, measureLength, measurePolls, measureUpload } from './steps/measure.ts';
import { measureRecogniserAlone } from './steps/recogniser-alone.ts';

/** `assay bench steps`: how long each step takes, how the interface answers meanwhile, and what memory an upload costs. */

const { lengths, json, only } = new Command('assay bench steps')
  .description('seconds per step, polls per second under load, memory of a large upload')
  .option('--lengths <minutes>', 'lengths of audio in minutes, 3 to 45', '3,15,45')
  .option('--only <part>', 'steps, polls or upload')
  .option('--json', 'print everything measured as one JSON document')
  .parse()
  .opts<{ lengths: string; json?: true; only?: string }>();

const OTHERS_TARGET = 40;
const UPLOAD_TARGET_MIB = 60;
const wanted = (part: string) => only === undefined || only === part;
const note = (line: string) => process.stderr.write(`${line}\n`);
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  const results: (LengthResult & { aloneSeconds: number })[] = [];
  if (wanted('steps')) {
    for (const minutes of lengths.split(',').map(Number)) {
      note(`${minutes} minutes of audio …`);
      const audio = await makeAudio(folder, minutes);
      const aloneSeconds = await measureRecogniserAlone(audio.path);
      results.push({ ...(await measureLength(audio)), aloneSeconds });
    }
  }
  if (wanted('polls')) note('polls while two runs are processed …');
  const polls = wanted('polls') ? await measurePolls(await makeAudio(folder, 3)) : null;
  if (wanted('upload')) note('an upload of 25 MB …');
  const upload = wanted('upload')
    ? await measureUpload(
        await makeLargeWav(folder, limits.audio.maxSizeBytes),
        (await makeAudio(folder, 3)).path,
      )
    : null;
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  };
  if (json) process.stdout.write(`${JSON.stringify({ machine, lengths: results, polls, upload })}\n`);
  else print();

  function print() {
    const lines = [`Machine: ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}`];
    if (results.length > 0) {
      const header = ['step', ...results.map(({ minutes }) => `${minutes} min`)];
      const steps = results[0]!.steps.map(({ step }) => step);
      const seconds = (result: LengthResult, step: string) =>
        round(result.steps.find((one) => one.step === step)?.seconds ?? 0, 2);
      const rows = [
        ...steps.map((step) => [step, ...results.map((result) => seconds(result, step))]),
        ['**all but the recogniser**', ...results.map((result) => round(result.otherSeconds, 2))],
        [
          `× real time (target ${OTHERS_TARGET})`,
          ...results.map((result) => round(result.otherTimesRealTime)),
        ],
        ['whole run, seconds', ...results.map((result) => round(result.seconds))],
        ['× real time', ...results.map((result) => round((result.minutes * 60) / result.seconds))],
        [
          'the recogniser alone on all cores, seconds',
          ...results.map(({ aloneSeconds }) => round(aloneSeconds)),
        ],
        [
          'its speed that all steps reach (target .60)',
          ...results.map(({ aloneSeconds, seconds: all }) => round(aloneSeconds / all, 2)),
        ],
        ['peak memory of the worker, MiB', ...results.map((result) => round(result.peakMiB.worker, 0))],
        ['outcome', ...results.map(({ status }) => status)],
      ];
      lines.push('', row(header), row(header.map(() => '---')), ...rows.map(row), '');
      for (const { minutes, wordErrorRate, recogniserSeconds } of results) {
        if (wordErrorRate === null) continue;
        lines.push(
          `${minutes} minutes: recogniser ${round(recogniserSeconds)} s, word errors ${percent(wordErrorRate)}.`,
        );
      }
    }
    if (polls) {
      lines.push(
        `Polls while two runs are processed: ${round(polls.pollsPerSecond, 0)} a second of ${polls.bodyBytes} bytes, ` +
          `median ${round(polls.p50Ms)} ms, p99 ${round(polls.p99Ms)} ms, ${polls.failures} failures.`,
      );
    }
    if (upload) {
      lines.push(
        `Upload of ${round(upload.sizeMiB)} MiB in ${round(upload.seconds)} s: api ${round(upload.aboveIdleMiB.api)} MiB above its idle ` +
          `${round(upload.idleMiB.api, 0)}, worker ${round(upload.aboveIdleMiB.worker)} above its ${round(upload.idleMiB.worker, 0)} (target ${UPLOAD_TARGET_MIB}).`,
      );
    }
    process.stdout.write(`${lines.join('\n')}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number | null): string {
  return share === null ? 'not known' : `${(100 * share).toFixed(1)} %`;
}

import { openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { limits } from '../config/limits.ts';
import { languageName } from '../domain/transcript/language.ts';
import { readChoice } from '../engines/models/choice.ts';
import { listLocal } from '../engines/models/local.ts';
import { commandForLanguages } from '../engines/models/more-languages.ts';
import { ApiError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { createDemoProgress } from './demo/progress.ts';
import { type EndedRun, renderScorecard } from './demo/scorecard.ts';
import { startThrowawayServer, type ThrowawayServer } from './demo/throwaway-server.ts';
import { openPlaces } from './models/context.ts';

/** Recordings that come with Assay, by the language spoken: synthetic voices in an interview, and two real people reading. */
const samples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  interview: {
    en: 'interview.mp3',
    de: 'interview-de.ogg',
    es: 'interview-es.ogg',
  },
  readers: { en: 'readers.mp3' },
};

function samplePath(name: string, language: string): string {
  const file = samples[name]![language];
  if (file) return resolve(import.meta.dirname, '../../scripts/sample', file);
  throw new ApiError(
    'INVALID_INPUT',
    `There is no sample "${name}" in "${language}". Give a recording of your own: assay demo --language ${language} FILE`,
  );
}

/** Enough for the longest recording. */
const DEMO_CREDITS = 100;
/** How often the progress display looks; the HTTP polls keep to the interval they are told. */
const LOOK_EVERY_MS = 250;

/** `assay demo`: a whole submission over real HTTP against a server of its own, shown as a scorecard. */
export function registerDemo(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('analyse a sample, or FILE, on a throw-away server and print the scorecard')
    .argument('[FILE]', 'a recording of 3 to 45 minutes: MP3, WAV, M4A, WebM, OGG or FLAC')
    .addOption(
      new Option(
        '--sample <name>',
        'interview: synthetic voices (en, de, es); readers: two real people reading (en)',
      )
        .choices(Object.keys(samples))
        .default('interview'),
    )
    .option(
      '--language <code>',
      'language spoken, ISO 639-1; other than English with the installed models',
      limits.defaultLanguage,
    )
    .option('--json', "print the last poll's body alone on standard output")
    .addHelpText(
      'after',
      '\nExamples:\n  assay demo\n  assay demo --sample readers\n  assay demo --json interview.m4a > scorecard.json\n  assay demo --language de\n  assay demo --language it colloquio.mp3\n',
    )
    .action(async (given: string | undefined, options: { sample: string; language: string; json?: true }) => {
      const path = given === undefined ? samplePath(options.sample, options.language) : resolve(given);
      await access(path).catch(() => {
        throw new ApiError('INVALID_INPUT', `There is no file "${path}" that can be read.`);
      });
      await requireRecogniser(context, options.language);
      const interrupt = new AbortController();
      const onSignal = () => interrupt.abort();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal);
      const progress = createDemoProgress(context.stderr as Writable & { isTTY?: boolean });
      let server: ThrowawayServer | undefined;
      try {
        progress.say('Starting a throw-away server …');
        // English shows what comes with Assay, on every machine alike; other languages take the models that were installed.
        const english = options.language === limits.defaultLanguage;
        server = await startThrowawayServer(
          context.env,
          english ? { ASR_ENGINE: 'embedded' } : { MODELS_DIR: openPlaces(context).installed.folder },
        );
        await abortable(server.ready(), interrupt.signal);
        const ended = await analyse(server, path, options.language, progress, interrupt.signal);
        progress.end();
        context.setExitCode(ended.run.status === 'failed' ? 1 : 0);
        if (options.json) context.stdout.write(`${ended.body}\n`);
        else {
          const { steps } = await server.services.runs.show(ended.run.id);
          const width = (context.stdout as Writable & { columns?: number }).columns ?? 100;
          const title = basename(path);
          context.stdout.write(
            renderScorecard(ended.run, { title, width, colours: context.isTerminal, steps }),
          );
        }
      } catch (error) {
        progress.end();
        if (!interrupt.signal.aborted) throw error;
        context.stderr.write('Interrupted; the server and its data are gone.\n');
        context.setExitCode(130);
      } finally {
        await server?.stop();
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, onSignal);
      }
    });
}

/** @throws ApiError LANGUAGE_NOT_AVAILABLE with the one command that helps, before a server is started in vain */
async function requireRecogniser(context: CommandContext, language: string): Promise<void> {
  const isKnown = limits.languages.some((code) => code === language);
  if (!isKnown || language === limits.defaultLanguage) return;
  const places = openPlaces(context);
  const [{ asr }, local] = await Promise.all([readChoice(places), listLocal(places)]);
  if (local.find(({ id }) => id === asr)?.record?.languages.includes(language)) return;
  throw new ApiError(
    'LANGUAGE_NOT_AVAILABLE',
    `No recogniser in use here knows ${languageName(language)}. Run this once, then try again:\n  ${commandForLanguages(local, [language])}`,
  );
}

/** Submits, and polls until the run has ended. */
async function analyse(
  server: ThrowawayServer,
  path: string,
  language: string,
  progress: ReturnType<typeof createDemoProgress>,
  signal: AbortSignal,
): Promise<{ run: EndedRun; body: string }> {
  const { apiKey } = await server.createKey(DEMO_CREDITS);
  const headers = { 'X-API-Key': apiKey };
  const form = new FormData();
  form.set('language', language);
  // Backed by the file: fetch streams it, however large.
  form.set('audio', await openAsBlob(path), basename(path));
  progress.say(`Submitting ${basename(path)} …`);
  const submitUrl = `${server.url}/api/v1/speech/analyze`;
  const submitted = await fetch(submitUrl, { method: 'POST', headers, body: form, signal });
  const accepted = (await submitted.json()) as { id: string; pollIntervalSeconds: number };
  if (submitted.status !== 202) throw refusal(accepted);

  let pollAt = Date.now() + accepted.pollIntervalSeconds * 1000;
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    // The display looks into the database; a client over the network would read the same from `message`.
    const { run: seen } = await server.services.runs.show(accepted.id);
    progress.show(seen);
    // A finished run may be polled at once; one under way only at the interval it asked for.
    const hasEnded = seen.finishedAt !== null;
    if (!hasEnded && Date.now() < pollAt) continue;
    const answer = await fetch(`${submitUrl}/${accepted.id}`, { headers, signal });
    const body = await answer.text();
    const polled = JSON.parse(body);
    if (answer.status === 429) {
      pollAt = Date.now() + polled.retryAfterSeconds * 1000;
      continue;
    }
    if (answer.status !== 200) throw refusal(polled);
    if (['success', 'partial', 'failed'].includes(polled.status)) return { run: polled, body };
    pollAt = Date.now() + polled.pollIntervalSeconds * 1000;
  }
}

/** What to change, where the code alone leaves a person wondering. */
const advice: Readonly<Record<string, string>> = {
  AUDIO_TOO_SHORT: 'Give a recording of at least 3 minutes.',
  AUDIO_TOO_LONG: 'Cut the recording into parts of at most 45 minutes.',
  FILE_TOO_LARGE: 'Compress it, for example: ffmpeg -i FILE -ac 1 -b:a 64k smaller.mp3',
  UNSUPPORTED_FORMAT: 'Convert it, for example: ffmpeg -i FILE -vn converted.mp3',
  AUDIO_DURATION_UNAVAILABLE:
    'The file may be damaged; convert it, for example: ffmpeg -i FILE -vn repaired.mp3',
  INVALID_LANGUAGE_CODE: `Use one of: ${limits.languages.join(', ')}.`,
};

/** Our own server's refusal, as an error of this command; both shapes of error bodies. */
function refusal(body: unknown): ApiError {
  const { error, message } = body as { error?: ApiError | string; message?: string };
  const code = typeof error === 'string' ? error : (error?.code ?? 'INTERNAL_ERROR');
  const said = typeof error === 'object' ? error.message : (message ?? 'The server refused the recording.');
  return new ApiError(
    code as ApiError['code'],
    [`${code}: ${said}`, advice[code]].filter(Boolean).join('\n  '),
  );
}

/** Rejects as soon as the signal is given. */
function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return Promise.race([
    work,
    new Promise<never>((_, refuse) => {
      if (signal.aborted) refuse(signal.reason);
      signal.addEventListener('abort', () => refuse(signal.reason), { once: true });
    }),
  ]);
}

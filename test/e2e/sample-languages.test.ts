import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { comparableIn } from '#server/engines/text/comparable-form.ts';
import { builtProgram } from '../../testkit/built-program.ts';

const sample = resolve(import.meta.dirname, '../../scripts/sample');

/** The demo's exit and its answer: the poll body, or what was refused. */
const demo = (...args: string[]): Promise<{ code: number; out: string; said: string }> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [builtProgram('server/cli.ts'), 'demo', '--json', ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, out, said) => done({ code: error ? Number(error.code ?? 1) : 0, out, said }),
    );
  });

test('the German sample is scored from its sound to its words', async (t) => {
  const { code, out, said } = await demo('--language', 'de');
  if (/LANGUAGE_NOT_AVAILABLE|No recogniser in use/.test(out + said)) {
    return t.skip('no recogniser for German is installed: scripts/setup --languages de');
  }
  assert.equal(code, 0, said);
  const run = JSON.parse(out);
  assert.equal(run.status, 'success', out.slice(0, 1500));
  assert.equal(run.audio.languageCode, 'de');

  const { turns }: { turns: { speaker: string; startMs: number; endMs: number; text: string }[] } =
    JSON.parse(readFileSync(join(sample, 'interview-de.json'), 'utf8'));
  const speakerAt = (ms: number) =>
    turns.find(({ startMs, endMs }) => startMs <= ms && ms <= endMs)?.speaker ?? null;
  const spoken: { text: string; startMs: number; endMs: number; speaker: string }[] =
    run.transcript.segments.flatMap(({ speaker, words }: { speaker: string; words: object[] }) =>
      words.map((word) => ({ speaker, ...word })),
    );
  const own = spoken.filter(({ speaker }) => speaker === run.transcript.candidateSpeaker);
  const rightly = own.filter(({ startMs, endMs }) => speakerAt((startMs + endMs) / 2) === 'candidate');
  assert.ok(
    rightly.length > 0.9 * own.length,
    `${rightly.length} of ${own.length} words are the candidate's`,
  );

  const form = comparableIn('de');
  const written = new Set(turns.flatMap(({ text }) => text.split(/\s+/).map(form)));
  const heard = own.filter(({ text }) => written.has(form(text)));
  assert.ok(heard.length > 0.5 * own.length, `${heard.length} of ${own.length} words are in the text`);

  assert.ok(run.scores.vocabulary > 0);
  assert.match(run.analysis.vocabulary.warnings.join(' '), /OpenSubtitles/);
});

test('a language without a sample asks for a recording', async () => {
  const { code, said, out } = await demo('--language', 'it');
  assert.notEqual(code, 0);
  assert.match(
    said + out,
    /There is no sample .* Give a recording of your own: assay demo --language it FILE/,
  );
});

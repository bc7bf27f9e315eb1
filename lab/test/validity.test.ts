import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { withoutEnglishRecogniser } from '#test/support/english-recogniser.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { ffmpeg } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { CorpusError, plainWords, readCorpus } from '../../testkit/corpus.ts';
import { agreementOf, bySpeaker, type Judged, ranks } from '../validity/figures.ts';

const program = resolve(import.meta.dirname, '../bench/validity.ts');
const header = 'utt,text,n_raters,accuracy_median,fluency_median,prosodic_median,total_median';

test('ranks share places among equals', () => {
  assert.deepEqual(ranks([10, 30, 20, 20]), [1, 4, 2.5, 2.5]);
});

test('agreement is a correlation per rating, and none where nothing varies', () => {
  const judged = (speaker: string, value: number, guess: number): Judged => ({
    speaker,
    scores: { total: value, accuracy: value, fluency: value, prosodic: 5 },
    predicted: { total: guess, accuracy: -guess, fluency: guess ** 3, prosodic: guess },
  });
  const all = [judged('a', 1, 2), judged('a', 2, 4), judged('b', 3, 6), judged('b', 4, 8)];
  const { total, accuracy, fluency, prosodic } = agreementOf(all);
  assert.deepEqual(total, { pcc: 1, scc: 1, residualSd: 1.118 });
  assert.deepEqual([accuracy.pcc, accuracy.scc], [-1, -1]);
  assert.equal(fluency.scc, 1);
  assert.ok(fluency.pcc! < 1);
  assert.deepEqual([prosodic.pcc, prosodic.scc], [null, null]);
  assert.deepEqual(
    bySpeaker(all).map(({ speaker, scores }) => [speaker, scores.total]),
    [
      ['a', 1.5],
      ['b', 3.5],
    ],
  );
});

async function tinyCorpus(t: Parameters<typeof tempFolder>[0]): Promise<string> {
  const folder = await tempFolder(t);
  await mkdir(join(folder, 'audio'));
  await writeFile(join(folder, 'text'), 'u1\tWE CALL IT "BEAR"\nu2\tZERO\n');
  await writeFile(join(folder, 'utt2spk'), 'u1 s1\nu2 s2\n');
  await writeFile(join(folder, 'scores.csv'), `${header}\nu1,WE,5,8,9,9,7\nu2,ZERO,5,6,5,5,4.5\n`);
  for (const id of ['u1', 'u2']) await writeFile(join(folder, 'audio', `${id}.wav`), 'sound');
  return folder;
}

test('a corpus is read by utterance, restricted to speakers', async (t) => {
  const folder = await tinyCorpus(t);
  const [one, two] = await readCorpus(folder);
  assert.deepEqual(one!.words, ['we', 'call', 'it', 'bear']);
  assert.deepEqual(two!.scores, { total: 4.5, accuracy: 6, fluency: 5, prosodic: 5 });
  assert.equal((await readCorpus(folder, ['s2'])).length, 1);
  assert.deepEqual(plainWords("DON'T – stop ’"), ["don't", 'stop']);
});

test('what is missing from a corpus is named', async (t) => {
  const refuses = async (message: RegExp, change: (folder: string) => Promise<void>, speakers?: string[]) => {
    const folder = await tinyCorpus(t);
    await change(folder);
    await assert.rejects(readCorpus(folder, speakers), (error) => {
      assert.ok(error instanceof CorpusError);
      assert.match(error.message, message);
      return true;
    });
  };
  const replace = (name: string, text: string) => (folder: string) => writeFile(join(folder, name), text);
  await refuses(/no line for u2/, replace('utt2spk', 'u1 s1\n'));
  await refuses(/scores.csv .* no line for u2/, replace('scores.csv', `${header}\nu1,WE,5,8,9,9,7\n`));
  await refuses(/no column total_median/, replace('scores.csv', 'utt,text\nu1,WE\n'));
  await refuses(/lacks a score/, replace('scores.csv', `${header}\nu1,WE,5,8,9,,7\n`));
  await refuses(/no sound for u3/, async (folder) => {
    await writeFile(join(folder, 'text'), 'u3 NO\n');
    await writeFile(join(folder, 'utt2spk'), 'u3 s1\n');
    await writeFile(join(folder, 'scores.csv'), `${header}\nu3,NO,5,1,1,1,1\n`);
  });
  await refuses(/no speaker s9/, async () => {}, ['s9']);
  await assert.rejects(readCorpus('/nowhere'), /must hold audio/);
});

test('strange utterances of real speakers get scores, and only JSON stands on standard output', {
  skip: withoutSharedData() || withoutEnglishRecogniser(),
}, async (t) => {
  const source = join(findSharedData()!, 'speechocean762');
  const folder = await tempFolder(t);
  await mkdir(join(folder, 'audio'));
  const lines = async (name: string) => (await readFile(join(source, name), 'utf8')).trim().split('\n');
  const texts = (await lines('text')).slice(0, 4);
  const ids = texts.map((line) => line.split(/\s/)[0]!);
  for (const id of ids)
    await copyFile(join(source, 'audio', `${id}.opus`), join(folder, 'audio', `${id}.opus`));
  await ffmpeg(`-f lavfi -i anullsrc=r=16000:cl=mono -t 0.3 ${join(folder, 'audio', 'quiet.wav')}`);
  const named = async (name: string) =>
    (await lines(name)).filter((line) => ids.some((id) => line.startsWith(id)));
  const scores = await lines('scores.csv');
  // Words of no language, far more words than fit into the sound, one word, and none at all.
  texts[0] = `${ids[0]} XQZWV BRRZKT`;
  texts[1] = `${ids[1]} ${'MANY WORDS THAT NOBODY EVER SAID '.repeat(9)}`;
  texts[2] = `${ids[2]} SEVEN`;
  await writeFile(join(folder, 'text'), `${[...texts, 'quiet -'].join('\n')}\n`);
  await writeFile(join(folder, 'utt2spk'), `${[...(await named('utt2spk')), 'quiet q'].join('\n')}\n`);
  const columns = scores[0]!.split(',').map((_, index) => (index === 0 ? 'quiet' : '1'));
  await writeFile(
    join(folder, 'scores.csv'),
    [scores[0], ...(await named('scores.csv')), columns.join(',')].join('\n'),
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...[program, '--corpus', folder, '--known-text', '--json', '--threads', '1'],
  ]);
  const report = JSON.parse(stdout);
  assert.equal(report.utterances, 5);
  assert.equal(report.speakers, 2);
  // The silent one for certain; whether words that were not said find a place is the acoustic model's to say.
  assert.ok(report.withoutWords >= 1 && report.withoutWords <= 3, String(report.withoutWords));
  assert.match(stderr, /5 of 5 utterances/);
  for (const dimension of ['total', 'accuracy', 'fluency', 'prosodic']) {
    assert.ok(Math.abs(report.utterance[dimension].pcc) <= 1, dimension);
    assert.ok('scc' in report.withoutLength.speaker[dimension]);
  }
  for (const rate of ['wer', 'cer']) assert.ok(report[rate] > 0 && report[rate] < 3, rate);
});

test('a folder that is no corpus is refused in one line', async () => {
  await assert.rejects(promisify(execFile)(process.execPath, [program, '--corpus', '/nowhere', '--json']), {
    code: 1,
    stdout: '',
    stderr: /^assay bench validity: .*\n$/,
  });
});

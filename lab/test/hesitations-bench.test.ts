import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tempFolder } from '#test/support/temp-folder.ts';
import { readManifest } from '../bench/clips-manifest.ts';
import { addFound, nothingFound } from '../bench/hesitations/found-hesitations.ts';

test('counts what was found, what was missed and what was not said', () => {
  const sum = nothingFound();
  const truth = [
    { startMs: 1000, endMs: 1300, filler: true },
    { startMs: 2000, endMs: 2300, filler: true },
    { startMs: 3000, endMs: 3300, filler: false },
  ];
  const word = (text: string, startMs: number, filler: boolean) => ({
    ...{ text, startMs, endMs: startMs + 200, confidence: 1 },
    ...(filler ? { filler } : { abandoned: true }),
  });
  // A filled pause where a word was begun is neither found nor false.
  addFound(sum, truth, [word('uh', 1050, true), word('um', 3050, true), word('the', 5000, false)], 60_000);
  assert.deepEqual(sum, {
    filledPauses: 2,
    filledPausesFound: 1,
    falseFilledPauses: 0,
    falseStarts: 1,
    falseStartsFound: 0,
    falseFalseStarts: 1,
    minutes: 1,
  });
});

test('reads transcripts with commas and quotes out of a manifest', async (t) => {
  const path = `${await tempFolder(t)}/manifest.csv`;
  await writeFile(path, 'file,language,transcript,origin\na.wav,en,"Well, uh, ""yes"".",x\nb.wav,de,ja,x\n');
  assert.deepEqual(readManifest(path, 'en'), [
    { file: 'a.wav', language: 'en', transcript: 'Well, uh, "yes".' },
  ]);
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Span, Word } from '#server/domain/transcript/types.ts';
import type { AlignEngine } from '#server/engines/align/port.ts';
import type { AsrEngine, Recognition } from '#server/engines/asr/port.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import { recogniserFor } from '#server/modules/speech/pipeline/recogniser.ts';
import { transcribe } from '#server/modules/speech/pipeline/transcribe.ts';
import type { StepContext } from '#server/pipeline/step.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

type Input = Parameters<typeof transcribe.run>[0];

const said = (count: number, confidence: number, startMs = 0): Word[] =>
  Array.from({ length: count }, (_, i) => ({
    text: 'word',
    startMs: startMs + i * 300,
    endMs: startMs + (i + 1) * 300,
    confidence,
  }));

interface Asked {
  speech: readonly Span[];
  language: string;
  pcmPath: string;
  hotwords: readonly string[];
}

function engineHearing(words: Word[], about: Partial<AsrEngine & Recognition> = {}) {
  const asked: Asked[] = [];
  const engine: AsrEngine = {
    id: 'test-recogniser',
    languages: ['en'],
    minMeanConfidence: 0.6,
    minWordConfidence: 0.2,
    advice: 'Import the large model.',
    async transcribe({ speech, language, pcmPath, hotwords, onProgress }) {
      asked.push({ speech, language, pcmPath, hotwords });
      onProgress?.(0.5);
      return {
        words,
        detectedLanguage: about.detectedLanguage ?? null,
        languageProbability: about.languageProbability ?? null,
        ...(about.wordTimes && { wordTimes: about.wordTimes }),
        warnings: about.warnings ?? [],
      };
    },
    check: async () => ({ ok: true, detail: '' }),
    ...about,
  };
  return { engine, asked };
}

/** Hears every phone as badly as its word is believed little: −2 at 0.5. */
const aligner: AlignEngine = {
  id: 'test-aligner',
  languages: ['en'],
  align: async ({ words }) =>
    words.map((word) => ({
      ...word,
      phones: [{ phone: 'ah', ...word, gop: 4 * word.confidence - 4, logPosterior: 0 }],
    })),
};

function contextWith(
  asr: AsrEngine[],
  settings: Partial<SpeechEngines['settings']> = {},
  progress: number[] = [],
): StepContext<SpeechEngines> {
  return {
    engines: {
      asr,
      align: [aligner],
      settings: { minMeanConfidence: null, minWordConfidence: null, maxWordErrors: 0.5, ...settings },
    } as unknown as SpeechEngines,
    workDir: '/nowhere',
    signal: new AbortController().signal,
    reportProgress: (fraction) => progress.push(fraction),
    degrade: assert.fail,
  };
}

const input = (over: Partial<Input> = {}): Input => ({
  runId: 'run',
  language: 'en',
  audioPath: '/nowhere/upload',
  hotwords: ['Kubernetes'],
  includeCutAudio: false,
  cutSettings: { silenceThresholdDb: -38, minSilenceMs: 800, keepSilenceMs: 250 },
  pcm: { path: '/nowhere/audio.pcm', durationMs: 200_000 },
  channelPcm: null,
  source: { format: 'wav', channels: 1, sampleRateHz: 16_000, codec: 'mp3', clippedShare: 0, peakDb: -3 },
  kept: [{ startMs: 0, endMs: 200_000 }],
  speech: [{ startMs: 0, endMs: 200_000 }],
  snrDb: 40,
  ...over,
});

test('gives the words and how sure the recogniser was of them', async () => {
  const { engine, asked } = engineHearing(said(50, 0.9), { warnings: ['clear voices only'] });
  const progress: number[] = [];
  const { words, recognition } = await transcribe.run(input(), contextWith([engine], {}, progress));
  assert.equal(words.length, 50);
  assert.ok(Math.abs(recognition.meanConfidence - 0.9) < 1e-9);
  assert.deepEqual(
    { ...recognition, meanConfidence: 0.9 },
    {
      engineId: 'test-recogniser',
      meanConfidence: 0.9,
      minMeanConfidence: 0.6,
      detectedLanguage: null,
      languageProbability: null,
      wordTimes: 'recogniser',
      warnings: ['clear voices only'],
    },
  );
  assert.equal(asked[0]!.pcmPath, '/nowhere/audio.pcm');
  assert.deepEqual(asked[0]!.hotwords, ['Kubernetes']);
  assert.deepEqual(progress, [0.5]);
});

test('has only speech that was kept listened to', async () => {
  const { engine, asked } = engineHearing(said(50, 0.9));
  const kept = [
    { startMs: 1000, endMs: 5000 },
    { startMs: 8000, endMs: 9000 },
  ];
  const speech = [
    { startMs: 500, endMs: 2000 },
    { startMs: 4500, endMs: 8500 },
    { startMs: 20_000, endMs: 30_000 },
  ];
  await transcribe.run(input({ kept, speech }), contextWith([engine]));
  assert.deepEqual(asked[0]!.speech, [
    { startMs: 1000, endMs: 2000 },
    { startMs: 4500, endMs: 5000 },
    { startMs: 8000, endMs: 8500 },
  ]);
});

test('marks words below the threshold as unsupported', async () => {
  const words = said(50, 0.9).map((word, i) => (i === 20 ? { ...word, confidence: 0.19 } : word));
  const { engine } = engineHearing(words);
  const out = await transcribe.run(input(), contextWith([engine]));
  assert.deepEqual(
    out.words.flatMap((word, i) => (word.unsupported ? [i] : [])),
    [20],
  );
});

for (const [title, words, code, message] of [
  ['hears nothing', [], 'TRANSCRIPTION_FAILED', /no words.*microphone/],
  [
    'hears only hesitations',
    said(5, 0.9).map((word) => ({ ...word, filler: true })),
    'TRANSCRIPTION_FAILED',
    /no words/,
  ],
  [
    'is unsure of everything',
    said(60, 0.5),
    'TRANSCRIPTION_LOW_CONFIDENCE',
    /0\.50.*not seem to be in English.*microphone/,
  ],
  [
    'understands only one of two speakers',
    [...said(70, 0.95), ...said(40, 0.2, 21_000)],
    'TRANSCRIPTION_FAILED',
    /lost the thread in \d\d %.*microphone/,
  ],
] as const) {
  test(`fails the run and says what helps, to operators what to install, when the recogniser ${title}`, async () => {
    const { engine } = engineHearing([...words]);
    await assert.rejects(transcribe.run(input(), contextWith([engine])), {
      code,
      message,
      forOperators: 'Import the large model.',
    });
  });
}

for (const [title, heard, over] of [
  ['the language was heard as the one asked for', { detectedLanguage: 'en', languageProbability: 0.9 }, {}],
  ['speech hardly stands out from the noise', {}, { snrDb: 4 }],
  ['only a telephone band was recorded', {}, { source: { ...input().source, sampleRateHz: 8000 } }],
] as const) {
  test(`doubt is put down to the sound, not to the language, where ${title}`, async () => {
    const { engine } = engineHearing(said(60, 0.5), heard);
    await assert.rejects(transcribe.run(input(over), contextWith([engine])), {
      code: 'TRANSCRIPTION_FAILED',
      message: /not sure enough.*microphone/,
    });
  });
}

test('the language is told as it was heard, and not at all where the recogniser cannot tell', async () => {
  for (const detectedLanguage of [null, 'en']) {
    const { engine } = engineHearing(said(50, 0.9), { detectedLanguage });
    const { recognition } = await transcribe.run(input(), contextWith([engine]));
    assert.equal(recognition.detectedLanguage, detectedLanguage);
  }
});

test('fails the run without asking the recogniser when there is no speech', async () => {
  const { engine, asked } = engineHearing(said(50, 0.9));
  await assert.rejects(transcribe.run(input({ speech: [] }), contextWith([engine])), {
    code: 'TRANSCRIPTION_FAILED',
  });
  assert.equal(asked.length, 0);
});

test('lets a customer lower and raise both thresholds', async () => {
  const { engine } = engineHearing(said(60, 0.5));
  const lowered = { minMeanConfidence: 0, minWordConfidence: 0 };
  const { words } = await transcribe.run(input(), contextWith([engine], lowered));
  assert.ok(words.every((word) => !word.unsupported));
  const strictWords = await transcribe.run(
    input(),
    contextWith([engine], { minMeanConfidence: 0.4, minWordConfidence: 0.55 }),
  );
  assert.ok(strictWords.words.every((word) => word.unsupported));
  const { engine: sure } = engineHearing(said(60, 0.9));
  await assert.rejects(transcribe.run(input(), contextWith([sure], { minMeanConfidence: 0.95 })), {
    code: 'TRANSCRIPTION_LOW_CONFIDENCE',
  });
});

test('where the share of misheard words is known, no mean refuses a transcript; the candidate’s words decide later', async () => {
  const { engine } = engineHearing([...said(70, 0.95), ...said(40, 0.2, 21_000)], {
    confidences: 'moonshine',
  });
  const { words, recognition } = await transcribe.run(input(), contextWith([engine]));
  assert.ok(
    words.some(({ unsupported }) => unsupported),
    'what was lost is marked',
  );
  assert.equal(recognition.maxWordErrors, 0.5);
  await assert.rejects(transcribe.run(input(), contextWith([engine], { minMeanConfidence: 0.9 })), {
    message: /needed 0\.90/,
  });
});

/** Stops where the caller says so after the first windows. */
const hearingFirst = (confidence: number) => {
  let isRestHeard = false;
  const { engine } = engineHearing([], { confidences: 'moonshine' });
  const asked: AsrEngine = {
    ...engine,
    async transcribe({ onFirstWords }) {
      const windows = [{ startMs: 0, endMs: 15_000 }];
      await onFirstWords?.({ words: said(40, confidence), windows });
      isRestHeard = true;
      return { words: said(200, 0.9), detectedLanguage: null, languageProbability: null, warnings: [] };
    },
  };
  return { engine: asked, isRestHeard: () => isRestHeard };
};

test('another language ends the run after the first windows; where they leave it open, all is heard', async () => {
  const german = hearingFirst(0.4);
  await assert.rejects(transcribe.run(input(), contextWith([german.engine])), {
    code: 'TRANSCRIPTION_LOW_CONFIDENCE',
    message: /does not sound like English \("en"\).*longest passages/,
  });
  assert.equal(german.isRestHeard(), false);
  for (const [confidence, over] of [
    [0.7, {}],
    [0.95, {}],
    // In noise nothing fits: that is no other language.
    [0.4, { snrDb: 4 }],
  ] as const) {
    const open = hearingFirst(confidence);
    await transcribe.run(input(over), contextWith([open.engine]));
    assert.equal(open.isRestHeard(), true);
  }
});

test('uses the first recogniser that knows the language', async () => {
  const english = engineHearing(said(50, 0.9), { id: 'english' });
  const both = engineHearing(said(50, 0.9), { id: 'both', languages: ['en', 'de'] });
  const asr = [english.engine, both.engine];
  assert.equal((await transcribe.run(input(), contextWith(asr))).recognition.engineId, 'english');
  const german = await transcribe.run(input({ language: 'de' }), contextWith(asr));
  assert.equal(german.recognition.engineId, 'both');
  assert.equal(both.asked[0]!.language, 'de');
});

test('names what to import when no recogniser knows the language', () => {
  const { engine } = engineHearing([]);
  assert.throws(() => recogniserFor({ asr: [engine] }, 'pl'), {
    code: 'SERVICE_CONFIGURATION_ERROR',
    message:
      'No recogniser of this installation knows Polish ("pl"); known: en. Whoever runs it can install one; then submit the recording again.',
    forOperators: /assay models pull whisper-base --use.*assay models import/,
  });
  assert.throws(() => recogniserFor({ asr: [] }, 'en'), { message: /English.*known: none/ });
});

test('warns of a telephone recording', async () => {
  const { engine } = engineHearing(said(50, 0.9));
  const source = { ...input().source, sampleRateHz: 8000 };
  const { recognition } = await transcribe.run(input({ source }), contextWith([engine]));
  assert.match(recognition.warnings.join(), /8000 samples per second/);
});

test('warns of a recording in 8 bits', async () => {
  const { engine } = engineHearing(said(50, 0.9));
  const source = { ...input().source, codec: 'pcm_u8' };
  const { recognition } = await transcribe.run(input({ source }), contextWith([engine]));
  assert.match(recognition.warnings.join(), /8 bits per sample/);
});

test('fails a recording in another language than asked for, whatever words were heard', async () => {
  const german = { detectedLanguage: 'de', languageProbability: 0.04 };
  for (const words of [said(50, 0.9), []]) {
    const { engine } = engineHearing(words, german);
    await assert.rejects(transcribe.run(input(), contextWith([engine])), {
      code: 'TRANSCRIPTION_LOW_CONFIDENCE',
      message: /does not sound like English \("en", probability 0\.04\).*German \("de"\)/,
    });
  }
});

test('believes a less probable language, and says so', async () => {
  const { engine } = engineHearing(said(50, 0.9), { detectedLanguage: 'hi', languageProbability: 0.35 });
  const { recognition } = await transcribe.run(input(), contextWith([engine]));
  assert.equal(recognition.languageProbability, 0.35);
  assert.match(recognition.warnings.join(), /more like Hindi than English/);
});

test('after a restart, words count as heard only while the states they were heard in are whole', async (t) => {
  const path = join(await tempFolder(t), 'states.f16');
  const runs = [2, 1].map((frames) => ({ firstMiddleMs: 28, frames }));
  const states = { path, width: 4, frameMs: 24, runs };
  const intact = (recognition: object) =>
    transcribe.isIntact!({ words: [], recognition: recognition as never });
  assert.equal(await intact({}), true);
  assert.equal(await intact({ states }), false);
  await writeFile(path, new Uint8Array(24));
  assert.equal(await intact({ states }), true);
  await writeFile(path, new Uint8Array(23));
  assert.equal(await intact({ states }), false);
});

import assert from 'node:assert/strict';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { totalMs } from '#server/domain/transcript/spans.ts';
import type { Turn, Word } from '#server/domain/transcript/types.ts';
import type { AlignEngine, SoundsWitness, WordPlacer } from '#server/engines/align/port.ts';
import type { AsrEngine } from '#server/engines/asr/port.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import type { AudioProbe } from '#server/engines/audio/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { align } from '#server/modules/speech/pipeline/align.ts';
import { cutCandidateAudio } from '#server/modules/speech/pipeline/cut-candidate-audio.ts';
import { cutSilence } from '#server/modules/speech/pipeline/cut-silence.ts';
import { decode } from '#server/modules/speech/pipeline/decode.ts';
import { detectSpeech } from '#server/modules/speech/pipeline/detect-speech.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import type { Candidate, SpeechInput } from '#server/modules/speech/pipeline/state.ts';
import type { StepContext } from '#server/pipeline/step.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { ffmpeg, joinSamples, never, silence, speak, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

let folder: string;
let context: StepContext<SpeechEngines>;
let sentence: Int16Array;

const english: AsrEngine = {
  id: 'test-recogniser',
  languages: ['en'],
  minMeanConfidence: 0.5,
  minWordConfidence: 0.5,
  advice: 'Install another.',
  transcribe: () => Promise.reject(new Error('not asked in these tests')),
  check: async () => ({ ok: true, detail: '' }),
};

before(async (t) => {
  folder = await tempFolder(t as never);
  sentence = (await speak('I like to finish what I begin, and I say so when I cannot.', 'rms', folder))
    .samples;
  context = {
    engines: {
      audio: createFfmpegAudio(),
      vad: await createSileroVad({ modelPath: bundledModel('silero-vad-v6.onnx') }),
      asr: [english],
      align: [],
      settings: { minMeanConfidence: null, minWordConfidence: null },
    } as unknown as SpeechEngines,
    workDir: folder,
    signal: never,
    reportProgress: () => {},
    degrade: assert.fail,
  };
});

async function upload(name: string, samples: Int16Array, options = '-f wav'): Promise<SpeechInput> {
  const pcm = await writePcm(join(folder, `${name}.raw`), samples);
  const audioPath = join(folder, name);
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${pcm} ${options} ${audioPath}`);
  const { silenceThresholdDb, minSilenceMs, keepSilenceMs } = limits.cutSettings;
  return {
    runId: 'r1',
    language: 'en',
    audioPath,
    includeCutAudio: false,
    cutSettings: {
      silenceThresholdDb: silenceThresholdDb.default,
      minSilenceMs: minSilenceMs.default,
      keepSilenceMs: keepSilenceMs.default,
    },
  };
}

test('a recording is decoded, its silences left out, its speech found', async () => {
  const samples = joinSamples([sentence, silence(3000), sentence, silence(400), sentence]);
  const input = await upload('chain', samples, '-ar 44100 -b:a 64k -f mp3');
  const decoded = await decode.run(input, context);
  assert.ok(Math.abs(decoded.pcm.durationMs - samples.length / 16) < 60);
  assert.equal(decoded.channelPcm, null);
  assert.equal(decoded.source.format, 'mp3');
  assert.equal(decoded.source.sampleRateHz, 44_100);
  assert.equal(await decode.isIntact!(decoded), true);

  const { kept } = await cutSilence.run({ ...input, ...decoded }, context);
  const lost = decoded.pcm.durationMs - totalMs(kept);
  assert.ok(lost > 2300 && lost < 3200, `${lost} ms were cut`);

  const { speech, snrDb } = await detectSpeech.run({ ...decoded, kept }, context);
  const spokenMs = (3 * sentence.length) / 16;
  assert.ok(Math.abs(totalMs(speech) - spokenMs) < 0.2 * spokenMs, `${totalMs(speech)} of ${spokenMs}`);
  assert.ok(snrDb !== null && snrDb > 30, `${snrDb}`);
});

test('what was decoded is decoded again after a restart only if its file is gone or cut short', async () => {
  const decoded = await decode.run(await upload('restart', sentence), context);
  assert.equal(await decode.isIntact!(decoded), true);
  await truncate(decoded.pcm.path, 3200);
  assert.equal(await decode.isIntact!(decoded), false);
  await rm(decoded.pcm.path);
  assert.equal(await decode.isIntact!(decoded), false);
});

test('a language without a recogniser fails before any work is done', async () => {
  const input = { ...(await upload('foreign', sentence)), language: 'hi', audioPath: '/nowhere' };
  await assert.rejects(decode.run(input, context), { code: 'SERVICE_CONFIGURATION_ERROR' });
});

test('silence, noise and a muted microphone are no recordings of speech', async () => {
  await assert.rejects(decode.run(await upload('muted', silence(5000)), context), {
    code: 'TRANSCRIPTION_FAILED',
    message: /silent/,
  });
  const faint = await upload('faint', tone(5000, 200, 60));
  const decodedFaint = await decode.run(faint, context);
  await assert.rejects(cutSilence.run({ ...faint, ...decodedFaint }, context), {
    code: 'TRANSCRIPTION_FAILED',
  });

  const hum = await upload('hum', tone(5000, 200));
  const decoded = await decode.run(hum, context);
  const { kept } = await cutSilence.run({ ...hum, ...decoded }, context);
  await assert.rejects(detectSpeech.run({ ...decoded, kept }, context), {
    code: 'TRANSCRIPTION_FAILED',
    message: /No speech/,
  });
});

test('level of speech over the room is measured, and unknown without a room', async () => {
  const noise = (durationMs: number, level: number) =>
    Int16Array.from({ length: 16 * durationMs }, (_, n) => Math.round(level * Math.sin(n * n)));
  const samples = joinSamples([tone(2000, 300, 10_000), noise(2000, 100)]);
  const pcm = { path: await writePcm(join(folder, 'snr.pcm'), samples), durationMs: 4000 };
  const vad = { id: 'v', detectSpeech: async () => [{ startMs: 0, endMs: 2000 }] };
  const engines = { ...context.engines, vad };
  const measured = { pcm, kept: [{ startMs: 0, endMs: 4000 }], channelPcm: null, source: {} as never };
  const { snrDb } = await detectSpeech.run(measured, { ...context, engines });
  assert.ok(Math.abs(snrDb! - 40) < 1, `${snrDb}`);

  const everywhere = { id: 'v', detectSpeech: async () => [{ startMs: 0, endMs: 4000 }] };
  const without = await detectSpeech.run(measured, { ...context, engines: { ...engines, vad: everywhere } });
  assert.equal(without.snrDb, null);
});

const words: Word[] = [
  { text: 'hello', confidence: 0.9, startMs: 0, endMs: 400 },
  { text: '–', confidence: 0.9, startMs: 400, endMs: 500 },
];
const alignInput = {
  runId: 'r1',
  audioPath: '',
  includeCutAudio: false,
  cutSettings: { silenceThresholdDb: -38, minSilenceMs: 800, keepSilenceMs: 250 },
  pcm: { path: '/nowhere', durationMs: 1000 },
  channelPcm: null,
  source: {} as never,
  speech: [],
  snrDb: null,
  words,
  recognition: {} as never,
};

test('words of a language without an aligner pass with their own times', async () => {
  const { alignedWords, alignment } = await align.run({ ...alignInput, language: 'pl' }, context);
  assert.deepEqual(alignedWords, words);
  assert.deepEqual(alignment, { engineId: null, alignedShare: 0 });
});

test('in a language without an aligner words are placed where the recogniser can, and keep their times elsewhere', async () => {
  const later = words.map((word) => ({ ...word, startMs: word.startMs + 70, endMs: word.endMs + 70 }));
  const placerOf = (found: typeof words | null): WordPlacer => ({
    id: 'placer',
    languages: ['pl'],
    place: async (request) => (request.language === 'pl' ? found : assert.fail('another language')),
  });
  const hear = (language: string, found: typeof words | null) => {
    const engines = { ...context.engines, placeWords: placerOf(found) };
    return align.run({ ...alignInput, language }, { ...context, engines });
  };
  assert.deepEqual(await hear('pl', later), {
    alignedWords: later,
    alignment: { engineId: null, alignedShare: 0, timesBy: 'placer' },
  });
  const untouched = { alignedWords: words, alignment: { engineId: null, alignedShare: 0 } };
  assert.deepEqual(await hear('pl', null), untouched);
  assert.deepEqual(await hear('ja', later), untouched);
});

test('the first aligner that knows the language is asked, and its success is told', async () => {
  const phones = [{ phone: 'ah', startMs: 10, endMs: 390, gop: 0, logPosterior: 0 }];
  const engine = (id: string, languages: string[]): AlignEngine => ({
    id,
    languages,
    align: async (request) => [{ ...request.words[0]!, phones }, request.words[1]!],
  });
  const engines = { ...context.engines, align: [engine('other', ['pl']), engine('right', ['en'])] };
  const { alignedWords, alignment } = await align.run(
    { ...alignInput, language: 'en' },
    { ...context, engines },
  );
  assert.equal(alignedWords.length, 2);
  assert.deepEqual(alignment, { engineId: 'right', alignedShare: 0.5, otherLanguages: [] });
});

test('sounds are heard in the states a recogniser left, by a witness that can read them', async () => {
  const phones = [{ phone: 'ah', startMs: 10, endMs: 390, gop: -0.5, logPosterior: -0.6 }];
  const aligner: AlignEngine = {
    id: 'right',
    languages: ['en'],
    align: async (request) => [{ ...request.words[0]!, phones }, request.words[1]!],
  };
  const soundsWitness: SoundsWitness = {
    id: 'witness',
    width: 416,
    hear: async (placed, { path }) => {
      assert.equal(path, 'states.f16');
      return placed.map((word) => (word.phones ? { ...word, gop: -1 } : word));
    },
  };
  const engines = { ...context.engines, align: [aligner], soundsWitness };
  const heardWith = (recognition: object) =>
    align.run(
      { ...alignInput, language: 'en', recognition: recognition as never },
      { ...context, engines: engines as SpeechEngines },
    );
  const states = { path: 'states.f16', width: 416, frameMs: 24, runs: [] };
  const found = await heardWith({ states });
  assert.equal(found.alignedWords[0]!.gop, -1);
  assert.deepEqual(found.alignment, {
    engineId: 'right',
    alignedShare: 0.5,
    otherLanguages: [],
    witnessId: 'witness',
  });
  // Of a smaller recogniser the witness understands nothing; others leave nothing.
  for (const recognition of [{ states: { ...states, width: 288 } }, {}]) {
    const { alignedWords, alignment } = await heardWith(recognition);
    assert.equal(alignedWords[0]!.phones![0]!.gop, -0.5);
    assert.deepEqual(alignment, { engineId: 'right', alignedShare: 0.5, otherLanguages: [] });
  }
});

test('words of a stretch in another language are left out and the stretch is told; a recording of hardly anything else fails', async () => {
  const said = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      text: 'word',
      startMs: 400 * at,
      endMs: 400 * at + 400,
      confidence: 0.85,
    }));
  /** What lies between the two words is not in the sound. */
  const alignerOf = (from: number, to: number): AlignEngine => ({
    id: 'right',
    languages: ['en'],
    align: async ({ words: told }) =>
      told.map((word, at) => ({
        ...word,
        phones: [{ phone: 'ah', startMs: word.startMs, endMs: word.endMs, gop: 0, logPosterior: 0 }].map(
          (phone) => ({ ...phone, gop: at >= from && at < to ? -4 : -0.5 }),
        ),
      })),
    withHesitations: async ({ words: placed }) => [
      ...placed,
      // Another language sounds like many hesitations.
      { text: 'um', startMs: 400 * from + 100, endMs: 400 * from + 300, confidence: 1, filler: true },
    ],
  });
  const heardBy = (aligner: AlignEngine, input: object = {}) =>
    align.run(
      { ...alignInput, language: 'en', words: said(200), ...input },
      { ...context, engines: { ...context.engines, align: [aligner] } },
    );
  const stretch = { startMs: 400 * 80, endMs: 400 * 130 };
  const { alignedWords, alignment } = await heardBy(alignerOf(80, 130));
  assert.deepEqual(alignment.otherLanguages, [{ ...stretch, language: null }]);
  assert.deepEqual([alignedWords.length, alignment.alignedShare], [150, 1]);
  await assert.rejects(heardBy(alignerOf(10, 200)), { code: 'TRANSCRIPTION_LOW_CONFIDENCE' });
  // In noise nothing fits, whatever is spoken.
  const noisy = await heardBy(alignerOf(80, 130), { snrDb: 1 });
  assert.deepEqual(noisy.alignment.otherLanguages, []);
  // The detector of languages knows better.
  const otherLanguages = [{ startMs: 0, endMs: 4000, language: 'de' }];
  const named = await heardBy(alignerOf(80, 130), { recognition: { otherLanguages } });
  assert.deepEqual(named.alignment.otherLanguages, otherLanguages);
});

test('words keep how well they fit the sound for the aligner, with any judge of their sounds', async () => {
  const phones = [
    { phone: 'ah', startMs: 10, endMs: 30, gop: -0.8, logPosterior: -0.8 },
    { phone: 'n', startMs: 30, endMs: 390, gop: -0.2, logPosterior: -0.2 },
  ];
  const aligner: AlignEngine = {
    id: 'right',
    languages: ['en'],
    align: async (request) => [{ ...request.words[0]!, phones }, request.words[1]!],
  };
  const soundsWitness = {
    id: 'witness',
    width: 416,
    hear: async (placed) => placed.map((word) => ({ ...word, gop: -9 })),
  } as SoundsWitness;
  const states = { path: 'states.f16', width: 416, frameMs: 24, runs: [] };
  const { alignedWords } = await align.run(
    { ...alignInput, language: 'en', recognition: { states } as never },
    { ...context, engines: { ...context.engines, align: [aligner], soundsWitness } },
  );
  assert.equal(alignedWords[0]!.fit, -0.5);
  assert.equal(alignedWords[1]!.fit, undefined);
});

for (const [title, gop, over, code, message] of [
  [
    'another language in good sound',
    -3.6,
    {},
    'TRANSCRIPTION_LOW_CONFIDENCE',
    /does not sound like English \("en"\)\. Submit it with/,
  ],
  [
    'another language, or a voice that is too unclear',
    -3.1,
    {},
    'TRANSCRIPTION_LOW_CONFIDENCE',
    /or its voices are too unclear/,
  ],
  ['noise', -3.6, { snrDb: 3 }, 'TRANSCRIPTION_FAILED', /lost in noise.*microphone/],
  [
    'a telephone band',
    -3.6,
    { source: { sampleRateHz: 8000 } as never },
    'TRANSCRIPTION_FAILED',
    /lost in noise/,
  ],
] as const) {
  test(`words that are not in the sound end the run, and the message names ${title}`, async () => {
    const phones = [{ phone: 'ah', startMs: 10, endMs: 390, gop, logPosterior: gop }];
    const aligner: AlignEngine = {
      id: 'right',
      languages: ['en'],
      align: async (request) => request.words.map((word) => ({ ...word, phones })),
    };
    await assert.rejects(
      align.run(
        { ...alignInput, language: 'en', recognition: { engineId: 'fake' } as never, ...over },
        { ...context, engines: { ...context.engines, align: [aligner] } },
      ),
      { code, message },
    );
  });
}

const turn = (speaker: string, startMs: number, endMs: number): Turn => ({
  speaker,
  startMs,
  endMs,
  overlap: false,
});

test('the cut audio holds the candidate alone, and is made only when asked for', async () => {
  const pcm = {
    path: await writePcm(join(folder, 'turns.pcm'), joinSamples([sentence, sentence])),
    durationMs: sentence.length / 8,
  };
  const input = {
    ...alignInput,
    language: 'en',
    pcm,
    turns: [turn('S1', 0, 3000), turn('S2', 2500, 3500), turn('S1', 3400, 4000), turn('S1', 4000, 4500)],
    spokenWords: [],
    speakerCount: 2,
    diarisation: { method: '', warnings: [] },
    candidate: { speaker: 'S1' } as Candidate,
  };
  assert.deepEqual(await cutCandidateAudio.run(input, context), { cutAudio: null });

  const asked = await cutCandidateAudio.run({ ...input, includeCutAudio: true }, context);
  assert.equal(asked.cutAudio?.durationMs, 2500 + 1000);
  const probed = (await context.engines.audio.probe(asked.cutAudio!.path)) as AudioProbe;
  assert.ok(Math.abs(probed.durationMs - 3500) < 150);
  assert.equal(await cutCandidateAudio.isIntact!(asked), true);
  await rm(asked.cutAudio!.path);
  assert.equal(await cutCandidateAudio.isIntact!(asked), false);
  assert.equal(await cutCandidateAudio.isIntact!({ cutAudio: null }), true);

  const spokenOver = { ...input, includeCutAudio: true, turns: [turn('S1', 0, 900), turn('S2', 0, 900)] };
  await assert.rejects(cutCandidateAudio.run(spokenOver, context), /never speaks alone/);
});

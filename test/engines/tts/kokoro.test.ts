import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { loadConfig } from '#server/config/env.ts';
import { fixedSentences } from '#server/domain/interview/sentences.ts';
import { listLocal, modelPlaces } from '#server/engines/models/local.ts';
import { openKokoro } from '#server/engines/tts/kokoro/engine.ts';
import { kokoroFiles, kokoroVoicesIn } from '#server/engines/tts/kokoro/folder.ts';
import { clausesOf, kokoroSymbols, maxTokens, tokensOf } from '#server/engines/tts/kokoro/phonemes.ts';
import { spokenParts } from '#server/engines/tts/text.ts';

test('a sentence is said clause by clause, each with its mark', () => {
  assert.deepEqual(clausesOf('Thank you; at 9.30 we begin, don’t we? “Yes!” '), [
    { text: 'Thank you', mark: ';' },
    { text: 'at 9.30 we begin', mark: ',' },
    { text: 'don’t we', mark: '?' },
    { text: '“Yes', mark: '!' },
  ]);
  assert.deepEqual(clausesOf('No mark'), [{ text: 'No mark', mark: '' }]);
  assert.deepEqual(clausesOf('… —'), []);
});

test('sounds of espeak-ng in Kokoro’s symbols', () => {
  assert.equal(kokoroSymbols('ɐbˌa^ʊt ɐ\ntˈa^ɪm ', 'en'), 'əbˌWt ə tˈIm');
  assert.equal(kokoroSymbols('d^ʒˈɑːb kˈʌstəmɚ lˈe^ɪt̬', 'en').slice(0, 4), 'ʤˈɑb');
  assert.equal(kokoroSymbols('(en)mˈa^ɪl(it) t^ʃˈaːo', 'it'), 'mˈaɪl ʧˈaːo');
  assert.deepEqual(tokensOf('əbˌWt?'), [0, 83, 44, 157, 39, 62, 6, 0]);
  assert.deepEqual(tokensOf('b\u{1F600}b'), [0, 44, 44, 0], 'what it does not know is left out');
  assert.equal(tokensOf('b'.repeat(1000)).length, maxTokens);
});

test('of a folder, the best network and the voices that are used are taken', () => {
  const paths = [
    'README.md',
    'onnx/model.onnx',
    'onnx/model_quantized.onnx',
    'voices/af_heart.bin',
    'voices/zf_xiaoyi.bin',
  ];
  assert.deepEqual(kokoroFiles(paths), ['onnx/model_quantized.onnx', 'voices/af_heart.bin']);
  assert.deepEqual(
    kokoroVoicesIn(paths).map(({ id }) => id),
    ['af_heart'],
  );
  assert.deepEqual([kokoroFiles(paths.slice(0, 3)), kokoroFiles(paths.slice(3))], [[], []]);
});

const { modelsDir, weightsDir } = loadConfig(process.env);
const kokoro = existsSync(modelsDir)
  ? (await listLocal(modelPlaces({ modelsDir, weightsDir }))).find(({ record }) => record?.kind === 'tts')
  : undefined;

test('an installed Kokoro says a sentence in every language it has', {
  skip: !kokoro && 'no voice is installed (assay models pull kokoro-82m)',
}, async () => {
  const engine = await openKokoro(kokoro!.dir, { threads: 2 });
  for (const voice of engine.voices) {
    const [language = ''] = voice.languages;
    const [text] = spokenParts(fixedSentences(language)[0]!.text);
    const request = { text: text!, language, voice: voice.id, signal: new AbortController().signal };
    const samples = (await Array.fromAsync(engine.speak(request))).flatMap((chunk) => [...chunk]);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    assert.ok(
      samples.length > 8000 && loudest > 3000 && loudest < 32_767,
      `${voice.id}: ${samples.length}, ${loudest}`,
    );
  }
  await engine.close();
});

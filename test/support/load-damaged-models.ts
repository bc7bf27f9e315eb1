import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWhisper } from '#server/engines/asr/whisper/engine.ts';
import { loadContent } from '#server/engines/models/content/content.ts';
import { damageModel } from './damage-model.ts';
import { randomBytes } from './model-files.ts';

/**
 * Loads a model after each of many damages, listens with it when it loads all the same, and says on standard output, a line
 * each, what came of it. A process of its own: a runtime that crashes ends no test.
 */
const [folder, first, end] = process.argv.slice(2) as [string, string, string];
const pcmPath = join(folder, 'noise.pcm');
writeFileSync(pcmPath, randomBytes(2 * 16_000, 1));

for (let round = Number(first); round < Number(end); round++) {
  const { damage, undo } = damageModel(folder, round);
  console.log(JSON.stringify({ round, damage }));
  const outcome = await outcomeOf(() => loadContent('asr', folder));
  const listened = outcome.ok ? await outcomeOf(listen) : null;
  console.log(JSON.stringify({ round, outcome, listened }));
  undo();
}

async function outcomeOf(work: () => Promise<unknown>) {
  return work().then(
    () => ({ ok: true }),
    ({ name, message }: Error) => ({ ok: false, name, message }),
  );
}

async function listen(): Promise<void> {
  const engine = await createWhisper({ dir: folder, provider: 'cpu', temperatures: [0] });
  try {
    await engine.transcribe({
      pcmPath,
      speech: [{ startMs: 0, endMs: 1000 }],
      language: 'en',
      hotwords: [],
      signal: AbortSignal.timeout(20_000),
    });
  } finally {
    await engine.close();
  }
}

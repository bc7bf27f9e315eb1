import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { buildSampleRealInterview } from '../../testkit/real-interview.ts';

for (const interviewer of ['speechocean', 'ljspeech'] as const) {
  test(`a real interview asked by ${interviewer} is long enough, in turns, and mostly the candidate's`, {
    skip: withoutSharedData(),
  }, async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'assay-interview-'));
    try {
      const built = await buildSampleRealInterview({ dataDir: findSharedData()!, outDir, interviewer });
      assert.ok(built.durationMs >= 185_000);
      assert.equal((await stat(built.wavPath)).size, (await stat(built.pcmPath)).size + 44);
      const spokenMs = (speaker: string) =>
        built.turns
          .filter((turn) => turn.speaker === speaker)
          .reduce((sum, turn) => sum + turn.endMs - turn.startMs, 0);
      assert.ok(spokenMs(built.candidate) > spokenMs(built.interviewer));
      for (const [i, turn] of built.turns.slice(1).entries())
        assert.ok(turn.startMs >= built.turns[i]!.endMs + 249);
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  });
}

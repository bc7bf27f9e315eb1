import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { never } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('every odd, broken or hostile media file is read or refused', {
  skip: withoutSharedData(),
}, async (t) => {
  const folder = await tempFolder(t);
  const root = join(findSharedData()!, 'media');
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const audio = createFfmpegAudio();
  let read = 0;

  const waiting = [...files];
  const work = async (worker: number) => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const probed = await audio.probe(file);
      if ('failure' in probed) {
        assert.ok(['UNSUPPORTED_FORMAT', 'AUDIO_DURATION_UNAVAILABLE'].includes(probed.failure), file);
        assert.ok(probed.reason.length > 10 && !probed.reason.includes(root), `${file}: ${probed.reason}`);
      } else {
        read++;
        assert.ok((limits.audio.formats as readonly string[]).includes(probed.format), file);
        const out = {
          outPath: join(folder, `${worker}.pcm`),
          channelPaths: [join(folder, `${worker}.l`), join(folder, `${worker}.r`)] as [string, string],
          maxDurationMs: 20_000,
        };
        const decoded = await audio.decode(file, out, never);
        const difference = Math.abs(decoded.durationMs - Math.min(probed.durationMs, out.maxDurationMs));
        assert.ok(
          difference <= 60,
          `${file}: probed ${probed.durationMs} ms, decoded ${decoded.durationMs} ms`,
        );
      }
    }
  };
  await Promise.all([work(1), work(2)]);
  t.diagnostic(`${read} of ${files.length} files were readable audio`);
  assert.ok(read >= 20 && read < files.length, `${read} of ${files.length}`);
});

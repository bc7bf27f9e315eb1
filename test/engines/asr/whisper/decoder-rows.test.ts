import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDecoder, type DecoderStep, decoderSessionFiles } from '#server/engines/asr/whisper/decoder.ts';
import { createEncoder } from '#server/engines/asr/whisper/encoder.ts';
import { loadWhisperFolder } from '#server/engines/asr/whisper/folder.ts';
import { closeAll, openNetworks } from '#server/engines/asr/whisper/provider.ts';
import { pickRows } from '#server/engines/asr/whisper/tensors.ts';
import { loadNative } from '#server/native.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { chirps } from '#test/support/whisper-sounds.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

for (const precision of ['fp32', 'fp16'] as const) {
  test(`rows that go on when others have ended hear what they hear alone, in memory used before (${precision})`, async (t) => {
    const dir = join(await tempFolder(t), 'model');
    await writeTestWhisper(dir, {
      geometry: 'short',
      layouts: ['merged'],
      precisions: [precision],
      timestamped: true,
    });
    const { files, geometry } = await loadWhisperFolder(dir);
    const networks = [files.encoder, ...decoderSessionFiles(files.decoder)];
    const { sessions } = await openNetworks(
      networks.map((file) => ({ ...file, arena: true })),
      { provider: 'cpu', threads: 1 },
    );
    t.after(() => closeAll(sessions));
    const [encoderSession, ...decoderSessions] = sessions;
    const { whisperMel } = loadNative();
    const encoder = createEncoder(encoderSession!, { geometry, path: files.encoder.path, whisperMel });
    const decoder = createDecoder(decoderSessions, { geometry, files: files.decoder, attentionLayers: [1] });
    const states = await encoder.encode(chirps(4));

    /** Rows of tokens that begin alike and go on with tokens of their own; after two steps only some go on. */
    const hear = async (windows: readonly number[], going: readonly number[]) => {
      let step = await decoder.start(
        pickRows(states, windows),
        windows.map(() => [1, 2, 3]),
      );
      for (const offset of [10, 20]) {
        step = await decoder.next(
          step.cache,
          windows.map((window) => offset + window),
        );
      }
      const rows = going.map((window) => windows.indexOf(window));
      step = await decoder.next(
        decoder.keepRows(step.cache, rows),
        going.map((window) => 30 + window),
      );
      const heard = going.map((_, row) => shown(step, row));
      decoder.end(step.cache);
      return heard;
    };

    const together = await hear([0, 1, 2, 3], [1, 3]);
    const alone = [...(await hear([1], [1])), ...(await hear([3], [3]))];
    assert.notDeepEqual(together[0], together[1], 'windows that sound alike would prove nothing');
    for (const [row, values] of together.entries()) {
      const worst = values.reduce((max, value, at) => Math.max(max, Math.abs(value - alone[row]![at]!)), 0);
      assert.ok(worst < { fp32: 1e-4, fp16: 2e-2 }[precision], `row ${row} is off by ${worst}`);
    }
  });
}

const shown = (step: DecoderStep, row: number): number[] => [
  ...step.logitsAt(row, 0),
  ...step.attentionAt(1, row, 0, 0),
];

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeOf } from '../../audio/pcm.ts';
import type { AsrEngine, Recognition, SoundRequest } from '../port.ts';

/** Has a recogniser hear a sound in memory: directly where it can, else from a file that is removed at once. */
export function hearSound(engine: AsrEngine, request: SoundRequest): Promise<Recognition> {
  return engine.transcribeSound ? engine.transcribeSound(request) : throughFile(engine, request);
}

async function throughFile(engine: AsrEngine, { samples, ...request }: SoundRequest): Promise<Recognition> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-heard-'));
  try {
    const pcmPath = join(folder, 'sound.pcm');
    const pcm = Int16Array.from(samples, (sample) =>
      Math.round(Math.min(Math.max(sample * 32_768, -32_768), 32_767)),
    );
    await writeFile(pcmPath, pcm);
    return await engine.transcribe({ ...request, pcmPath, speech: [wholeOf(samples)] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { openPcm, type SoundReader, soundInMemory, wholeOf } from '../../audio/pcm.ts';
import type { AsrEngine, Recognition } from '../port.ts';

type FileRequest = Parameters<AsrEngine['transcribe']>[0];

/** Both ways of a recogniser that reads its sound by spans. */
export const hearsFilesAndMemory = (
  listen: (sound: SoundReader, request: Omit<FileRequest, 'pcmPath'>) => Promise<Recognition>,
): Required<Pick<AsrEngine, 'transcribe' | 'transcribeSound'>> => ({
  async transcribe({ pcmPath, ...request }) {
    request.signal.throwIfAborted();
    const pcm = await openPcm(pcmPath);
    try {
      return await listen(pcm, request);
    } finally {
      await pcm.close();
    }
  },
  async transcribeSound({ samples, ...request }) {
    request.signal.throwIfAborted();
    return listen(soundInMemory(samples), { ...request, speech: [wholeOf(samples)] });
  },
});

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationState } from '../engines/interviewer/conversation.ts';
import type { LiveEvent } from '../modules/interview/types.ts';
import type { Caption } from './protocol.ts';

/** A turn as it was heard or spoken while the interview went on, on the recording's clock. */
export interface DiaryTurn {
  speaker: 'candidate' | 'interviewer';
  startMs: number;
  endMs: number;
  text: string;
  /** Typed, not spoken: nothing on the recording says it. */
  isTyped?: boolean;
  /** Of the interviewer: ids of the sentences that were begun. */
  said?: string[];
}

/** What of an interview has to survive its process, beside the recording. */
export interface DiaryPage {
  conversation: ConversationState | null;
  turns: DiaryTurn[];
  captions: Caption[];
  /** Those of the transcript document. */
  events: Required<LiveEvent>[];
  isTyped: boolean;
  /** Of the session: what is kept of an earlier attempt is not taken up. */
  startedAt?: string;
  /** It is over and only has to be stored. */
  ended?: EndedBy;
}

/** What ended an interview; `left`: the candidate went and did not come back. `too-slow`: this machine could not keep up. */
export type EndedBy = 'interviewer' | 'candidate' | 'time' | 'left' | 'too-slow';

export const emptyPage: DiaryPage = {
  conversation: null,
  turns: [],
  captions: [],
  events: [],
  isTyped: false,
};

/** The folder of one interview under way: its recording, and what was said so far. */
export interface Diary {
  readonly recordingPath: string;
  /** Where the candidate's channel is put for the last hearing. */
  readonly channelPath: string;
  /** Undefined where nothing was kept: another machine has it, or it never began. */
  read(): Promise<DiaryPage | undefined>;
  /** Kept whole or not at all; calls are carried out in their order, and only the newest of those that wait. */
  write(page: DiaryPage): void;
  /** Waits for what was to be written. @throws what writing threw */
  written(): Promise<void>;
  remove(): Promise<void>;
}

export async function openDiary(folder: string, sessionId: string): Promise<Diary> {
  const own = join(folder, sessionId);
  await mkdir(own, { recursive: true });
  const path = join(own, 'said.json');
  let next: DiaryPage | undefined;
  let writing: Promise<void> | undefined;

  const work = async () => {
    try {
      while (next !== undefined) {
        const text = JSON.stringify(next);
        next = undefined;
        await writeFile(`${path}.new`, text);
        await rename(`${path}.new`, path);
      }
    } finally {
      // In the same breath as the last look at `next`: nothing can come in between and be left lying.
      writing = undefined;
    }
  };

  return {
    recordingPath: join(own, 'recording.wav'),
    channelPath: join(own, 'candidate.pcm'),
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? undefined : (JSON.parse(text) as DiaryPage);
    },
    write(page) {
      next = page;
      writing ??= work();
      // The caller that awaits it gets the error; the next write tries again.
      writing.catch(() => undefined);
    },
    async written() {
      await writing;
    },
    remove: () => rm(own, { recursive: true, force: true }),
  };
}

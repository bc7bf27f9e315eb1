import { open } from 'node:fs/promises';
import { limits } from '../../config/limits.ts';
import { type CvFileKind, cvFileKind, headBytes, tailBytes } from '../../domain/cv/file-kinds.ts';
import type { CvFileEngine } from './port.ts';
import { refused } from './verdict.ts';

/** Reads a CV with the reader of its kind, which its content tells. */
export function createCvReader(readers: Readonly<Record<CvFileKind, CvFileEngine>>): CvFileEngine {
  return {
    async read(path, options) {
      const { kind, refusal } = await kindOf(path);
      return kind ? readers[kind].read(path, options) : refused('CV_UNREADABLE', refusal);
    },

    async check() {
      const checks = await Promise.all(Object.values(readers).map((reader) => reader.check()));
      const broken = checks.filter(({ ok }) => !ok);
      return {
        ok: broken.length === 0,
        detail: (broken.length > 0 ? broken : checks).map(({ detail }) => detail).join('; '),
      };
    },
  };
}

async function kindOf(path: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > limits.cv.maxSizeBytes) return { refusal: 'The file is larger than a CV may be.' };
    const piece = async (length: number, at: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    return cvFileKind(await piece(headBytes, 0), await piece(tailBytes, Math.max(0, size - tailBytes)));
  } finally {
    await file.close();
  }
}

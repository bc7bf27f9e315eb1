import { useState } from 'react';
import type { UploadKnown } from '../../../../modules/console/uploads/contract.ts';
import { ask } from '../../api/client.ts';
import { type ChosenFault, type FileKind, faultOfChosen, kindOf, nameInFile } from './chosen.ts';
import { contentHashOf, durationOf } from './look-at-file.ts';

export interface Chosen {
  file: File;
  kind: FileKind;
  sha256: string | null;
  durationMs: number | null;
  /** What there is of it already. */
  known: UploadKnown['known'][number];
  /** The same content stands before it in the list. */
  isTwice: boolean;
  /** Guessed from the file's name; for recordings. */
  candidate: string;
}

export interface LookedAt {
  files: Chosen[];
  leftOut: { file: File; fault: ChosenFault }[];
}

/** Looks at chosen files before anything is sent: kind, length, whether they are there already. */
export function useLookAtFiles(clientId: string) {
  const [looking, setLooking] = useState<{ done: number; of: number } | null>(null);
  async function lookAt(given: readonly File[], jobId: string | null): Promise<LookedAt> {
    const looked: LookedAt = { files: [], leftOut: [] };
    try {
      for (const [index, file] of given.entries()) {
        setLooking({ done: index + 1, of: given.length });
        const kind = kindOf(file.name);
        const durationMs = kind === 'recording' ? await durationOf(file) : null;
        const fault = faultOfChosen(file, durationMs);
        if (fault || kind === null) {
          looked.leftOut.push({ file, fault: fault ?? 'unknown' });
          continue;
        }
        const sha256 = await contentHashOf(file);
        const isTwice = looked.files.some((one) =>
          sha256 === null
            ? one.file.name === file.name && one.file.size === file.size
            : one.sha256 === sha256,
        );
        const candidate = kind === 'recording' ? nameInFile(file.name) : '';
        looked.files.push({ file, kind, sha256, durationMs, known: null, isTwice, candidate });
      }
      if (looked.files.length > 0) {
        const files = looked.files.map(({ kind, file, sha256 }) => ({
          kind,
          fileName: file.name,
          sizeBytes: file.size,
          sha256,
        }));
        const { known } = await ask('POST /clients/:clientId/uploads/check', {
          params: { clientId },
          body: { jobId, files },
        });
        for (const [index, file] of looked.files.entries()) file.known = known[index] ?? null;
      }
      return looked;
    } finally {
      setLooking(null);
    }
  }
  return { lookAt, looking };
}

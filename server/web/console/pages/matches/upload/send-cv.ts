import type { MatchRow } from '../../../../../modules/console/contract/matches.ts';
import { upload } from '../../../api/upload.ts';

/**
 * Uploads one CV.
 *
 * @param onShare called with the share sent, 0–1
 * @throws ApiFault
 */
export function sendCv(
  clientId: string,
  { jobId, file }: { jobId: string; file: File },
  onShare: (share: number) => void,
): Promise<MatchRow> {
  const form = new FormData();
  // Before the file: a job that is refused is refused before the file is read.
  form.set('jobId', jobId);
  form.set('cv', file);
  return upload('POST /clients/:clientId/matches', [{ params: { clientId } }], form, onShare);
}

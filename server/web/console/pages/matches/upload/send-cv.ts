import type { MatchRow } from '../../../../../modules/console/contract/matches.ts';
import { upload } from '../../../api/upload.ts';
import type { CvToSend } from './uploads.ts';

/**
 * Uploads one CV.
 *
 * @param cv `key`: sent again with the same one, the file does not become another match; `again`: matched also where it was before
 * @param onShare called with the share sent, 0–1
 * @throws ApiFault
 */
export function sendCv(
  clientId: string,
  { jobId, file, key, again }: CvToSend,
  onShare: (share: number) => void,
): Promise<MatchRow> {
  const form = new FormData();
  // Before the file: for a job that is not there, or without credits, the server asks for no file.
  form.set('jobId', jobId);
  if (again) form.set('again', 'true');
  form.set('cv', file);
  return upload('POST /clients/:clientId/matches', [{ params: { clientId } }], form, onShare, {
    'idempotency-key': key,
  });
}

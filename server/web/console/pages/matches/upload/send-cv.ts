import type { MatchRow } from '../../../../../modules/console/contract/matches.ts';
import { ApiFault, readAnswer } from '../../../api/client.ts';

/**
 * Uploads one CV; `fetch` cannot tell how far an upload is.
 *
 * @param onShare called with the share sent, 0–1
 * @throws ApiFault, code NETWORK when no answer came
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
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/console/api/clients/${clientId}/matches`);
    request.setRequestHeader('x-assay-console', '1');
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(readAnswer<MatchRow>(request.status, request.responseText));
      } catch (fault) {
        reject(fault);
      }
    };
    request.onerror = () => reject(new ApiFault(0, 'NETWORK', 'The connection was lost during the upload.'));
    request.send(form);
  });
}

import type { ChangeRoute } from '../../../modules/console/access.ts';
import { common } from '../texts/common.ts';
import { type AnswerOf, type Args, addressOf, readAnswer, unreached } from './client.ts';
import { isOfGateway } from './connection.ts';

/**
 * Sends a form and tells how far it is, which `fetch` cannot. The caller tells the pages, by `useRefresh`.
 *
 * @param onShare called with the share sent, 0–1
 * @throws ApiFault with the server's own sentence; code NETWORK when no answer came
 */
export function upload<Route extends ChangeRoute>(
  route: Route,
  args: Args<Route>,
  form: FormData,
  onShare: (share: number) => void,
  headers: Readonly<Record<string, string>> = {},
): Promise<AnswerOf<Route>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(route, ...args));
    request.setRequestHeader('x-assay-console', '1');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (isOfGateway(request.status)) return reject(unreached());
      try {
        resolve(readAnswer<AnswerOf<Route>>(request.status, request.responseText));
      } catch (fault) {
        reject(fault);
      }
    };
    request.onerror = () => reject(unreached(common.faults.uploadLost));
    request.send(form);
  });
}

/**
 * An Idempotency-Key: one for each chosen file, the same at every try to send it.
 * `crypto.randomUUID` is there on secure pages only; many servers in an office are reached by plain HTTP.
 */
export function newUploadKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

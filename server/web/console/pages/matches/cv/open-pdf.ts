import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { addressOf } from '../../../api/client.ts';

/** Where the CV of a match is, while it is kept. */
export const cvAddress = (clientId: string, runId: string): string =>
  addressOf('GET /clients/:clientId/matches/:runId/cv', { params: { clientId, runId } });

/**
 * Opens a PDF of our own server. WebAssembly stays off: the content security policy forbids what compiles at run time,
 * and the decoders exist in plain JavaScript too.
 */
export function openPdf(url: string): { document: Promise<PDFDocumentProxy>; close: () => void } {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const files = `${import.meta.env.BASE_URL}pdfjs/`;
  const task = getDocument({
    url,
    withCredentials: true,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    // The same on every machine, whatever fonts it has.
    useSystemFonts: false,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    useWasm: false,
    // A CV is a few hundred kilobytes: one answer, no ranges.
    disableRange: true,
    disableStream: true,
    enableXfa: false,
  });
  return { document: task.promise, close: () => void task.destroy() };
}

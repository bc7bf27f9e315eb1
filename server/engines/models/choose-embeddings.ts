import { createHttpEmbeddings, type EmbeddingsServer } from '../embeddings/http/engine.ts';
import { openSentenceEmbeddings } from '../embeddings/onnx/engine.ts';
import type { EmbeddingsEngine } from '../embeddings/port.ts';
import { openStaticEmbeddings } from '../embeddings/static/engine.ts';
import { listLocal, modelPlaces, usedEmbeddings } from './local.ts';

export interface ChosenEmbeddings extends EmbeddingsEngine {
  /** For people: "multilingual-e5-small on this machine". */
  readonly title: string;
  close(): Promise<void>;
}

/**
 * The server on the network where one is configured, else an installed model, else the static vectors that come with Assay. A server that
 * is away, or a model that is damaged, is no reason to take another: all that was embedded would have to be embedded anew.
 *
 * @param bundled the folder models/bundled
 * @param threads of one run of an installed model
 * @throws Error where the model cannot be opened
 */
export async function chooseEmbeddings({
  server,
  bundled,
  threads,
  ...folders
}: {
  server: EmbeddingsServer | null;
  modelsDir: string;
  weightsDir: string;
  bundled: string;
  threads: number;
}): Promise<ChosenEmbeddings> {
  if (server) {
    const engine = createHttpEmbeddings(server);
    return { ...engine, title: `${server.model} at ${server.url}`, close: async () => engine.close() };
  }
  const installed = usedEmbeddings(await listLocal(modelPlaces(folders)));
  if (installed) {
    const { id, files } = installed.record;
    const network = files.find(({ path }) => path.endsWith('.onnx'));
    const name = `${id}:${network?.sha256.slice(0, 12)}`;
    const engine = await openSentenceEmbeddings({ dir: installed.dir, name, threads });
    return { ...engine, title: `${id} on this machine` };
  }
  const engine = await openStaticEmbeddings(bundled);
  return { ...engine, title: 'the static vectors that come with Assay', close: async () => {} };
}

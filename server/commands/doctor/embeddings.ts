import { join } from 'node:path';
import type { Config } from '../../config/env.ts';
import { chooseEmbeddings } from '../../engines/models/choose-embeddings.ts';
import { projectModels } from '../../engines/models/local.ts';
import type { Finding } from '../../engines/programs.ts';
import { seconds } from '../../time.ts';

/** What would turn texts into vectors with these settings: it is opened and asked once. */
export async function embeddingsFinding({ embeddings, modelsDir, weightsDir }: Config): Promise<Finding> {
  const name = 'embeddings';
  try {
    const engine = await chooseEmbeddings({
      server: embeddings,
      ...{ modelsDir, weightsDir },
      bundled: join(projectModels, 'bundled'),
      threads: 1,
    });
    try {
      const began = performance.now();
      await engine.embed(['Software developer'], 'query', AbortSignal.timeout(seconds(5)));
      const tookMs = Math.ceil(performance.now() - began);
      return { name, status: 'ok', detail: `${engine.title}: ${engine.dimensions} dimensions, ${tookMs} ms` };
    } finally {
      await engine.close();
    }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError';
    return {
      name,
      // Without them CVs are found by their words alone.
      status: 'warning',
      detail: isLate
        ? `${embeddings?.url ?? 'the model'} did not answer within 5 s`
        : (error as Error).message,
      advice: embeddings
        ? 'Check EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_DIMENSIONS and EMBEDDINGS_API_KEY.'
        : 'Install the model again, or remove it: assay models list',
    };
  }
}

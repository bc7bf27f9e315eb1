import { resolve } from 'node:path';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { readBundledModels } from '../engines/models/bundled.ts';
import { type CatalogueModel, readCatalogue } from '../engines/models/catalogue.ts';
import { embedded, readChoice } from '../engines/models/choice.ts';
import { loadContent } from '../engines/models/content.ts';
import { isWordPackId } from '../engines/models/import-word-list.ts';
import { type ModelRecord, totalBytes } from '../engines/models/record.ts';
import { reinstallCommand } from '../engines/models/reinstall.ts';
import { createModelStore, type ModelStore } from '../engines/models/store.ts';
import { faultsOf } from '../engines/models/verify.ts';
import type { Finding } from './finding.ts';
import { projectModels } from './models-context.ts';
import { megabytes } from './models-progress.ts';

/** Models that come with Assay, installed ones, and which languages still need one. Hashes are read anew. */
export async function modelFindings({
  modelsDir,
  asrHttp,
  asrEngine,
}: Pick<Config, 'modelsDir'> & Partial<Config>): Promise<Finding[]> {
  const store = createModelStore({ folder: modelsDir, checkContent: loadContent });
  const installed = await store.list();
  const catalogue = await readCatalogue(projectModels);
  let asr: string = embedded;
  const findings: Finding[] = await bundledFindings();
  try {
    asr = (await readChoice(modelsDir)).asr;
  } catch (error) {
    findings.push({ name: 'recogniser', status: 'missing', detail: (error as Error).message });
  }
  for (const model of installed) findings.push(await installedFinding(store, model, asr, catalogue));
  const chosen = installed.find(({ id }) => id === asr)?.record;
  if (asr !== embedded && !installed.some(({ id }) => id === asr)) {
    findings.push({
      name: `model ${asr}`,
      status: 'missing',
      detail: `chosen as the recogniser, but not in ${modelsDir}`,
      advice: `${reinstallCommand(asr, catalogue)}; or do without: assay models use asr=${embedded}`,
    });
  }
  const isElsewhere = asrHttp && (asrEngine ?? 'http') === 'http';
  const languages = languageFinding(
    isElsewhere ? asrHttp : chosen,
    installed.some(({ record }) => record?.kind === 'asr'),
  );
  return [
    ...findings,
    languages,
    ...wordListFindings(
      chosen,
      installed.flatMap(({ record }) => record ?? []),
    ),
  ];
}

async function bundledFindings(): Promise<Finding[]> {
  return Promise.all(
    (await readBundledModels(projectModels)).map(
      async ({ id, task, file, sha256, bytes }): Promise<Finding> => {
        const name = `model ${id}`;
        const files = [{ path: file, sizeBytes: bytes, sha256 }];
        const [fault] = await faultsOf(projectModels, { files }, undefined, { strangers: false });
        if (!fault) return { name, status: 'ok', detail: `${task}; sha256 ${sha256.slice(0, 12)}…` };
        const advice = `Restore it from the repository: git checkout -- models/${file}`;
        return { name, status: 'missing', detail: fault.replace(resolve(projectModels, '..'), '.'), advice };
      },
    ),
  );
}

async function installedFinding(
  store: ModelStore,
  { id, record, fault }: { id: string; record?: ModelRecord; fault?: string },
  asr: string,
  catalogue: readonly CatalogueModel[],
): Promise<Finding> {
  const name = `model ${id}`;
  const [found] = record ? await faultsOf(store.folderOf(id), record) : [fault];
  if (record && !found) {
    const use = id === asr ? 'the recogniser' : record.kind === 'words' ? record.title : 'not in use';
    return { name, status: 'ok', detail: `${use}; ${megabytes(totalBytes(record.files))}, as installed` };
  }
  const advice = `Install it again (${reinstallCommand(id, catalogue)}), or remove it: assay models remove ${id}`;
  const isUsed = id === asr || (record ? record.kind === 'words' : isWordPackId(id));
  return { name, status: isUsed ? 'missing' : 'warning', detail: found!, advice };
}

/** What the recogniser that would be used cannot hear. */
function languageFinding(chosen: { languages: readonly string[] } | undefined, hasOther: boolean): Finding {
  const name = 'languages';
  const known = new Set(['en', ...(chosen?.languages ?? [])]);
  const missing = limits.languages.filter((code) => !known.has(code));
  if (missing.length === 0)
    return { name, status: 'ok', detail: `all ${limits.languages.length} of the interface` };
  return {
    name,
    status: 'warning',
    detail: `${limits.languages.filter((code) => known.has(code)).join(', ')} only; no recogniser in use knows ${missing.join(', ')}`,
    advice: hasOther
      ? 'Choose an installed one: assay models use asr=MODEL (assay models list)'
      : 'assay models pull --recommended --use; without internet: assay models bundle there, assay models import here',
  };
}

/** Only once a recogniser knows other languages do their word lists matter. */
function wordListFindings(chosen: ModelRecord | undefined, installed: readonly ModelRecord[]): Finding[] {
  const packs = new Set([
    'en',
    ...installed.filter(({ kind }) => kind === 'words').flatMap(({ languages }) => languages),
  ]);
  const heard = limits.languages.filter((code) => chosen?.languages.includes(code));
  const missing = heard.filter((code) => !packs.has(code));
  if (missing.length === 0) return [];
  return [
    {
      name: 'word lists',
      status: 'warning',
      detail: `none for ${missing.join(', ')}: vocabulary is scored there without how rare words are`,
      advice: 'assay models import LIST --language CODE --source NAME --licence NAME',
    },
  ];
}

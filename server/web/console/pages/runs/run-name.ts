import type { RunRow } from '../../../../modules/console/runs/contract.ts';
import { runTexts } from '../../texts/run.ts';

/** What a run is called: the customer's own id, else the file, else its own id. */
export const runName = ({
  externalId,
  fileName,
  id,
}: Pick<RunRow, 'externalId' | 'fileName' | 'id'>): string => externalId ?? fileName ?? runTexts.untitled(id);

/** `missing`: Assay cannot do its work; `warning`: it can, but look at this. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'missing';
  detail: string;
  /** What to do; absent when all is well. */
  advice?: string;
}

import type { Report } from '../../domain/report/types.ts';

/** Puts a report on paper. */
export interface ReportPdf {
  /** A PDF on A4, with its fonts; names and quotations may be in any script of the 16 languages. */
  print(report: Report): Promise<Buffer>;
}

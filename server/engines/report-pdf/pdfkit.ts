import type { ReportPdf } from './port.ts';

/** Reports by pdfkit, which is loaded with the first one: most processes never make any. */
export const createReportPdf = (): ReportPdf => ({
  print: async (report) => (await import('./print.ts')).print(report),
});

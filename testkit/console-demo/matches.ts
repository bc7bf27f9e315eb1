import type { Customer } from './customer.ts';
import { cvPdf } from './cv-pdf.ts';
import { accountantJob, conciergeJob, cvTexts } from './cv-texts.ts';

/**
 * Makes two jobs and matches every CV with the first.
 *
 * @param webhookUrls where results are announced, in turn
 */
export async function seedMatches(customer: Customer, webhookUrls: readonly string[]) {
  const jobIds = [await customer.createJob(accountantJob), await customer.createJob(conciergeJob)];
  const runIds: string[] = [];
  for (const [index, [fileName, text]] of Object.entries(cvTexts).entries()) {
    const fields = {
      job_id: jobIds[0],
      webhook_url: webhookUrls[index % webhookUrls.length],
      metadata: { source: 'careers page' },
      tags: ['spring'],
    };
    runIds.push(await customer.submitCv({ pdf: cvPdf(text), fileName }, fields));
  }
  // A scan that is none: it cannot be read, and says so.
  const broken = { pdf: Buffer.from('%PDF-1.4\nnothing more'), fileName: 'scan-0042.pdf' };
  runIds.push(await customer.submitCv(broken, { job_id: jobIds[0] }));
  await customer.ended(runIds);
  return { jobIds, runIds };
}

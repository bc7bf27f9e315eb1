import { syntheticPeople } from '../search/synthetic-people.ts';
import type { Customer } from './customer.ts';

const corpusId = 'applicants-2026';
const people = 240;

/** Fills a corpus and searches it twice: for a job of the catalogue, and for what a recruiter types. Answers the searches. */
export async function seedSearches(customer: Customer, jobId: string): Promise<string[]> {
  await customer.post('/cvds/candidates', { corpus_id: corpusId, candidates: syntheticPeople(people) });
  // One page of a second corpus, from another country's office.
  await customer.post('/cvds/candidates', {
    corpus_id: 'lisbon-office',
    candidates: syntheticPeople(30, { seed: 2 }),
  });
  const runIds = [
    await customer.post('/cvds/search', { corpus_id: corpusId, job_id: jobId, limit: 20 }),
    await customer.post('/cvds/search', {
      corpus_id: corpusId,
      position_metadata: {
        job_description: 'Bookkeeper for the Vienna office',
        requirements: {
          skills: {
            hard_skills: [{ name: 'Accounts payable', importance: 4 }],
            language_skills_config: [{ name: 'German', level: 'B2', importance: 4 }],
          },
          minimal_qualifications: [{ text: '3 years of bookkeeping', importance: 5 }],
        },
      },
      filters: { tags: ['open'] },
    }),
  ].map(({ id }) => id as string);
  await customer.ended(runIds);
  return runIds;
}

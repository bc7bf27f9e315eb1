/** What /docs and the interface description show of reports; a test holds it to the schema. */
export const reportExamples = {
  answers: {
    200: {
      recruiter: {
        reader: 'recruiter',
        language: 'en',
        title: 'Spoken language report',
        subtitle: 'Interview in English, 20:54 minutes, November 23, 2026',
        person: 'candidate-4711',
        level: {
          ...{ level: 'B2', from: 'B1', to: 'B2', isLikeliest: true },
          ...{ score: 3.2, interval: [2.6, 3.8], basedOn: ['vocabulary', 'fluency'], confidence: 'high' },
        },
        job: null,
        sections: [
          {
            kind: 'answer',
            title: 'The answer',
            items: [
              {
                text: 'Level B1 to B2, most likely B2 (3.2 of 5; 2.6 to 3.8 is likely), from vocabulary and fluency.',
                quote: null,
                measure: null,
              },
            ],
          },
          {
            kind: 'reasons',
            title: 'Why: what moved the score most',
            items: [
              {
                text: 'Lowers the score: the candidate pauses inside a clause 12 times in a minute of speech, clearly more than the 7 usual at B2.',
                quote: { text: 'we had to … decide', startMs: 83_000, endMs: 86_400 },
                measure: 'midClausePausesPerMinute',
              },
            ],
          },
        ],
      },
      'text/html': '<!doctype html>\n<html lang="en">…</html>\n',
      'application/pdf': '%PDF-1.3 …',
    },
  },
};

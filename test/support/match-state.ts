import type { CvProfile, Evidence, Found, TextLine } from '#server/domain/cv/types.ts';
import type { CvReading } from '#server/modules/cvs/types.ts';
import type { MatchResult } from '#server/modules/matching/result.ts';
import type { Settlement } from '#server/modules/runs/types.ts';

const evidence: Evidence[] = [
  { text: 'Accountant', page: 1, box: { x: 0.1, y: 0.2, width: 0.3, height: 0.02 } },
];
const found = <Value>(value: Value): Found<Value> => ({ value, evidence });

const profile: CvProfile = {
  language: 'en',
  contacts: {
    name: found('Zoë Smith'),
    emails: [found('zoe@example.org')],
    phones: [found('+4912345')],
    links: [found('https://example.org')],
    location: null,
  },
  headline: found('Accountant'),
  sections: [{ kind: 'experience', title: 'Experience', firstLine: 1, endLine: 3 }],
  positions: [
    {
      title: found('Accountant'),
      employer: found('Acme'),
      location: null,
      dates: found({ start: { year: 2019, month: 3 }, end: null }),
      months: 84,
      firstLine: 2,
      endLine: 3,
    },
  ],
  totalExperienceMonths: 84,
  education: [
    {
      degree: found({ level: 'bachelor' as const, name: 'B.Sc.' }),
      field: found('Accounting'),
      institution: null,
      dates: found({ start: { year: 2015, month: null }, end: { year: 2018, month: null } }),
      isOngoing: false,
      firstLine: 5,
      endLine: 5,
    },
  ],
  skills: [found('Excel')],
  languages: [found({ code: 'de', level: 'C1' as const, isNative: false })],
  certificates: [],
  warnings: [],
};

const line = (text: string, index: number): TextLine => ({
  ...{ text, page: 1, runs: [], fontSizePt: 10, isBold: false, isBullet: false, startsBlock: false },
  box: { x: 0, y: index / 10, width: 1, height: 0.02 },
  isHyphenated: false,
});

/** The same CV as it is stored once it was read. */
export const cvReading: CvReading = {
  document: {
    pages: [{ number: 1, widthPt: 595, heightPt: 842, source: 'text' }],
    lines: [
      'Zoë Smith',
      'Experience',
      'Kept the books in SAP',
      'Education',
      'Skills',
      'B.Sc. Accounting',
    ].map(line),
  },
  warnings: [],
  profile,
  profileAsOf: '2026-11',
  parserVersion: 'test',
};

/** A match as the pipeline leaves it. */
export const matchResult: MatchResult = {
  match: {
    score: 60,
    cap: { limit: 60, uncappedScore: 81.5, reason: 'A minimal qualification is not met.' },
    requirements: [
      {
        name: 'Excel',
        kind: 'hard_skill',
        importance: 3,
        score: 0.8,
        met: 'yes',
        reason: 'The CV names it.',
        evidence,
      },
      {
        name: 'Has led a team',
        kind: 'preferable_qualification',
        importance: 2,
        score: null,
        met: 'unknown',
        reason: 'The CV does not speak of it.',
        evidence: [],
      },
    ],
    knownShare: 0.6,
    summary: '1 of 2 requirements are met.',
    method: 'test 1',
  },
  profile,
  pages: [{ number: 1, widthPt: 595, heightPt: 842, source: 'text' }],
  narrative: null,
  warnings: [],
};

export const matched = (change: Partial<MatchResult> = {}): Settlement => ({
  status: change.warnings?.length ? 'partial' : 'success',
  charge: 2,
  error: null,
  result: { ...matchResult, ...change },
  summary: { score: matchResult.match.score },
});

export const unreadable: Settlement = {
  status: 'failed',
  charge: 0,
  error: { code: 'CV_UNREADABLE', message: 'The PDF is damaged and cannot be read.' },
  result: null,
  summary: null,
};

/** The least that is taken for a PDF; nothing reads it in tests of the interface. */
export const fakePdf = Buffer.from('%PDF-1.7\n%%EOF\n');

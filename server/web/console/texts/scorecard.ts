import { inLanguage } from './language.ts';

/** Words of the printed scorecard. */
export const scorecardTexts = inLanguage('scorecardTexts', {
  title: 'Scorecard',
  titleOf: (name: string) => `Scorecard of ${name}`,
  description: 'For paper: two sheets of A4 at most. Choose “Save as PDF” to send it.',
  back: 'Back to the run',
  print: 'Print',
  reports: {
    names: { recruiter: 'Report for you', candidate: 'Report for the candidate' },
    contents: {
      recruiter: 'Level, how sure it is, why, and what to ask next',
      candidate: 'What went well and what to practise, without level or score',
    },
    open: (language: string) => `Open in ${language}`,
    download: (language: string) => `Download PDF in ${language}`,
  },
  noResult: 'Only a run with a result has a scorecard.',
  heading: 'Interview scorecard',
  candidate: 'Candidate',
  client: 'For',
  interview: 'Interview',
  language: 'Language',
  length: 'Length',
  spoken: 'Candidate speaks',
  spokenFor: (time: string, words: string) => `${time}, ${words} words`,
  run: 'Run',
  measures: 'What was measured',
  quotes: 'In the candidate’s words',
  who: 'How the candidate was found',
  how: 'How to read this',
  howText: [
    'Scores go from 0 to 5 and are mapped to the levels of the Common European Framework. The band around a score is its 90 % interval: when the scale was calibrated, nine of ten speakers’ ratings lay within theirs.',
    'Vocabulary and fluency are compared with speakers whom examiners rated; accent measures how easily sounds, stress and rhythm are understood, and is no criterion unless the job needs it. The choice of the candidate was made by machine, too, and can be wrong.',
    'Men and women whom experts rated the same were scored alike (125 readers, first language Mandarin); children up to ten were scored about .4 of 5 too low in fluency. Other first languages were not measured. Up to about 500 words, more speech makes the band narrower; beyond that it hardly does.',
    'This scorecard supports a decision. A person makes it.',
  ],
  calibrations: (ids: readonly string[]) => `Calibrations: ${ids.join(', ')}.`,
});

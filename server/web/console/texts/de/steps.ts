import type { Texts } from '../language.ts';
import type { matchStepTitles as englishMatch, speechStepTitles as englishSpeech } from '../steps.ts';

export const matchStepTitles: Texts<typeof englishMatch> = {
  extractText: 'PDF lesen',
  parseCv: 'Stationen, Ausbildung und Kenntnisse finden',
  scoreRequirements: 'Mit den Anforderungen vergleichen',
  narrate: 'Zusammenfassung schreiben',
};

export const speechStepTitles: Texts<typeof englishSpeech> = {
  decode: 'Aufnahme lesen',
  cutSilence: 'Stille finden',
  detectSpeech: 'Gesprochenes finden',
  transcribe: 'Aufschreiben, was gesagt wurde',
  align: 'Jedes Wort zeitlich einordnen',
  diarise: 'Stimmen unterscheiden',
  assignSpeakers: 'Jedes Wort seiner Stimme zuordnen',
  detectCandidate: 'Die Person finden',
  scoreVocabulary: 'Wortschatz bewerten',
  scoreFluency: 'Sprechfluss bewerten',
  scoreAccent: 'Aussprache bewerten',
  observeDelivery: 'Ansehen, wie es gesagt wurde',
  explain: 'Erklärungen schreiben',
  cutCandidateAudio: 'Ton der Person ausschneiden',
};

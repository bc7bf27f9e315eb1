import type { Delivery } from '../../domain/scoring/delivery.ts';
import type { ShownDimension, SpeechResult } from './result.ts';

/** What stays of a result when the transcript goes: every number, and no word that was said. */
export function withoutTranscript(result: SpeechResult): SpeechResult {
  const { candidateDetection, explainability, analysis, transcript } = result;
  return {
    ...result,
    candidateDetection: candidateDetection && {
      ...candidateDetection,
      reason: unquoted(candidateDetection.reason),
    },
    explainability: explainability && {
      vocab: unquoted(explainability.vocab),
      fluency: unquoted(explainability.fluency),
      ...(explainability.accent !== undefined && { accent: unquoted(explainability.accent) }),
    },
    analysis: analysis && {
      ...analysis,
      vocabulary: unquotedDimension(analysis.vocabulary),
      fluency: unquotedDimension(analysis.fluency),
      accent: unquotedDimension(analysis.accent),
      ...(analysis.delivery && { delivery: unquotedDelivery(analysis.delivery) }),
      // It is quotations throughout.
      ...(analysis.grammar && { grammar: null }),
      transcript: null,
    },
    hrRecommendation: result.hrRecommendation && unquoted(result.hrRecommendation),
    candidateFeedback: result.candidateFeedback && unquoted(result.candidateFeedback),
    transcript: { ...transcript, segments: [], candidateText: null },
  };
}

/** What stays when the results go: that there was one, and of what language. */
export const withoutResults = (result: SpeechResult): SpeechResult => ({
  scoringMethod: result.scoringMethod,
  languageCode: result.languageCode,
  speakerCount: result.speakerCount,
  candidateDetection: null,
  scores: Object.fromEntries(
    Object.keys(result.scores).map((name) => [name, null]),
  ) as unknown as SpeechResult['scores'],
  explainability: null,
  analysis: null,
  hrRecommendation: null,
  candidateFeedback: null,
  transcript: { segments: [], speakers: [], candidateText: null, candidateSpeaker: null },
  cutAudio: result.cutAudio,
});

function unquotedDimension<Of extends ShownDimension>(dimension: Of | null): Of | null {
  const quoting: ShownDimension | null = dimension;
  if (!dimension || !quoting || quoting.evidence === null) return dimension;
  const { words, rareWords, repeatedPhrases, hesitations } = quoting;
  return {
    ...dimension,
    evidence: [],
    ...(words && { words: [] }),
    ...(rareWords && { rareWords: [] }),
    ...(repeatedPhrases && { repeatedPhrases: [] }),
    ...(hesitations && {
      hesitations: { counts: hesitations.counts, pauses: [], fillers: [], repairs: [] },
    }),
  };
}

/** Numbers stay, and words of ours: which joints and fillers were said is a count of a list. */
const unquotedDelivery = (delivery: Delivery): Delivery => ({
  ...delivery,
  repeatedPassages: delivery.repeatedPassages.map((passage) => ({ ...passage, text: '…' })),
  notes: delivery.notes.map(unquoted),
});

/** Quotation marks hold what was said; only the examples of sounds ('the vowel of "father"') are ours. */
const quotations = /the (?:vowel|middle sound) of "[a-z]+"|the "[a-z]{1,2}" of "[a-z]+"|"[^"]*"/gi;

const unquoted = (text: string): string =>
  text.replaceAll(quotations, (found) => (/^the /i.test(found) ? found : '"…"'));

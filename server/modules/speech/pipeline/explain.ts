import { explainAccent, explainFluency, explainVocabulary } from '../../../domain/explanation/dimensions.ts';
import { feedback } from '../../../domain/explanation/feedback.ts';
import { recommend } from '../../../domain/explanation/recommendation.ts';
import { toldOtherLanguages } from '../../../domain/transcript/other-language.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type {
  AccentScored,
  Aligned,
  CandidateDetected,
  DeliveryObserved,
  Explained,
  FluencyScored,
  SpeechInput,
  VocabularyScored,
} from './state.ts';

/** Plain sentences from the measured features; no model writes here, so the same scores give the same words. */
export const explain: OptionalStep<
  AccentScored &
    Pick<SpeechInput, 'language' | 'accentUse'> &
    Pick<Aligned, 'alignment'> &
    Pick<CandidateDetected, 'expectedErrors' | 'secondVoice'> &
    Partial<VocabularyScored & FluencyScored & DeliveryObserved>,
  Explained,
  SpeechEngines
> = {
  name: 'explain',
  required: false,
  lane: 'cpu',
  timeoutMs: seconds(30),
  failsAs: 'INTERNAL_ERROR',
  run: async (
    { language, accentUse, alignment, vocabulary, fluency, accent, delivery, expectedErrors, secondVoice },
    { engines: { calibration } },
  ) => {
    const absent = { abstained: true, reason: 'Its scorer did not finish.' } as const;
    const otherLanguages = toldOtherLanguages(alignment.otherLanguages ?? [], language);
    const notes = delivery?.notes ?? [];
    const scored = { vocabulary, fluency, accent, notes, expectedErrors, secondVoice, otherLanguages };
    const { cutPoints } = calibration.scale;
    return {
      explainability: {
        vocab: explainVocabulary(vocabulary ?? absent, calibration.vocabulary, cutPoints),
        fluency: explainFluency(fluency ?? absent, calibration.fluency, cutPoints),
        ...(accentUse !== 'hidden' && { accent: explainAccent(accent, calibration) }),
      },
      hrRecommendation: recommend(scored, calibration, accentUse),
      candidateFeedback: feedback(scored, calibration, accentUse),
    };
  },
};

/**
 * Confidences below which a transcript, and a word, of a Whisper model are not to be trusted, measured with whisper-base
 * (lab/bench/README.md, "Whisper on published weights"). `ASR_MIN_MEAN_CONFIDENCE` and `ASR_MIN_WORD_CONFIDENCE` override them.
 */
export const whisperThresholds = { minMeanConfidence: 0.55, minWordConfidence: 0.25 };

/** What every thread knows of a Whisper model, whether it hears with it or only judges what was heard. */
export const whisperTraits = {
  ...whisperThresholds,
  confidences: 'whisper',
  advice: 'A larger Whisper model understands more: "assay models list" shows what can be installed.',
} as const;

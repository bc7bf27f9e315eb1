/**
 * Confidences below which a transcript, and a word, of a Whisper model are not to be trusted, measured with whisper-base
 * (scripts/bench/README.md, "Whisper on published weights"). `ASR_MIN_MEAN_CONFIDENCE` and `ASR_MIN_WORD_CONFIDENCE` override them.
 */
export const whisperThresholds = { minMeanConfidence: 0.55, minWordConfidence: 0.25 };

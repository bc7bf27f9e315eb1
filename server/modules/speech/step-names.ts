/** The steps in their order, as a waiting client reads them. */
export const stepNames = {
  decode: 'reading the recording',
  cutSilence: 'finding the silences',
  detectSpeech: 'finding the speech',
  transcribe: 'writing down what was said',
  align: 'placing every word in time',
  diarise: 'telling the speakers apart',
  detectCandidate: 'finding the candidate',
  scoreVocabulary: 'scoring vocabulary',
  scoreFluency: 'scoring fluency',
  scoreAccent: 'scoring accent',
  explain: 'writing the explanations',
  cutCandidateAudio: "cutting the candidate's audio",
} as const;

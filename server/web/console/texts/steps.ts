/** The steps of an analysis, in their order. */
export const stepTitles: Readonly<Record<string, string>> = {
  decode: 'Read the recording',
  cutSilence: 'Find the silences',
  detectSpeech: 'Find the speech',
  transcribe: 'Transcribe what was said',
  align: 'Place every word in time',
  diarise: 'Tell the speakers apart',
  detectCandidate: 'Find the candidate',
  scoreVocabulary: 'Score vocabulary',
  scoreFluency: 'Score fluency',
  scoreAccent: 'Score accent',
  explain: 'Write the explanations',
  cutCandidateAudio: 'Cut the candidate’s audio',
};

import type { Steps } from './steps.ts';

/** The steps of a speech analysis. Weights from `assay bench steps` on two cores: transcribing is most of the work. */
export const speechSteps = {
  decode: { label: 'reading the recording', title: 'Read the recording', weight: 3 },
  cutSilence: { label: 'finding the silences', title: 'Find the silences', weight: 1 },
  detectSpeech: { label: 'finding the speech', title: 'Find the speech', weight: 5 },
  transcribe: { label: 'writing down what was said', title: 'Transcribe what was said', weight: 70 },
  align: { label: 'placing every word in time', title: 'Place every word in time', weight: 12 },
  diarise: { label: 'telling the speakers apart', title: 'Tell the speakers apart', weight: 9 },
  assignSpeakers: {
    label: 'giving every word to its speaker',
    title: 'Give every word to its speaker',
    weight: 1,
  },
  detectCandidate: { label: 'finding the candidate', title: 'Find the candidate', weight: 1 },
  scoreVocabulary: { label: 'scoring vocabulary', title: 'Score vocabulary', weight: 1 },
  scoreFluency: { label: 'scoring fluency', title: 'Score fluency', weight: 1 },
  scoreAccent: { label: 'scoring accent', title: 'Score accent', weight: 1 },
  observeDelivery: { label: 'looking at how it was said', title: 'Look at how it was said', weight: 1 },
  explain: { label: 'writing the explanations', title: 'Write the explanations', weight: 1 },
  cutCandidateAudio: {
    label: "cutting the candidate's audio",
    title: 'Cut the candidate’s audio',
    weight: 1,
  },
} as const satisfies Steps;

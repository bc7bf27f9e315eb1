/** One thing said, as it was heard or spoken. */
export interface SpokenTurn {
  speaker: 'interviewer' | 'candidate';
  text: string;
}

export interface InterviewerRequest {
  /** ISO 639-1. */
  language: string;
  /** What the interview is about, in the customer's words or ours. */
  personaPrompt: string;
  /** How the interviewer behaves; null: as ours do. */
  basePrompt: string | null;
  /** The conversation so far, the candidate's last turn at its end. */
  turns: readonly SpokenTurn[];
  leftMs: number;
}

/** A sentence to say, or that the model takes the interview to be at its end; nothing follows that. */
export type InterviewerWords = { type: 'sentence'; text: string } | { type: 'end' };

/** A language model that leads an interview. */
export interface InterviewerEngine {
  readonly model: string;
  /**
   * What to say next, sentence by sentence as the model finds it. Every sentence has been checked before it comes out: it is plain
   * speech in the interview's language that tells nothing of the prompts.
   *
   * @throws InterviewerError when the model cannot be reached, is silent for too long or says something that must not be spoken; what came
   * before it may have been spoken
   */
  reply(request: InterviewerRequest, signal: AbortSignal): AsyncIterable<InterviewerWords>;
}

/** The message is safe to log: it holds no words of the interview. */
export class InterviewerError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'InterviewerError';
  }
}

import type { Part, QuestionEntry } from '../../../domain/interview/by-question.ts';
import type { SpokenKind } from '../../../domain/interview/spoken-to.ts';
import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of what an ended interview holds: by question, for the job, and how it went. */
export const answersTexts = inLanguage('answersTexts', {
  loading: 'Loading the answers',
  byQuestion: {
    title: 'By question',
    description: 'Every question with what was said to it. A time plays the recording there.',
    question: (number: number) => `Question ${number}`,
    kinds: {
      'candidate-questions': 'The candidate’s own questions',
      before: 'Before the first question',
    } as Readonly<Record<string, string>>,
    mustAsk: 'Always asked',
    states: {
      answered: 'Answered',
      declined: 'Declined',
      unanswered: 'No answer',
    } satisfies Record<QuestionEntry['state'], string>,
    parts: {
      question: 'Interviewer',
      'follow-up': 'Interviewer asks further',
      again: 'Interviewer asks again',
      remark: 'Interviewer',
      answer: 'Candidate',
      'asks-back': 'Candidate asks back',
      waits: 'Candidate asks for time',
      declines: 'Candidate declines',
      aside: 'Candidate, meanwhile',
    } satisfies Record<Part, string>,
    play: (clock: string) => `Play from ${clock}`,
  },
  evidence: {
    title: 'What speaks to the job',
    of: (title: string) => `Sentences that speak to what ${title} asks for now, for or against.`,
    untitled: 'the job',
    limits:
      'They were found by words and meaning; they are no verdict. Years of experience and education are not looked for. In interviews in other languages than English, mostly names are found.',
    working: 'Looking for what speaks to the job',
    noJob: 'No job is linked',
    noJobBody:
      'This interview’s interviewer names no job, or the job was deleted. Link a job to the interviewer, and later interviews show here what speaks to it.',
    noRequirements: 'The job asks for nothing that an answer could speak to.',
    nothing: 'No sentence was found.',
    unspoken: (names: readonly string[]) => `No sentence was found for: ${names.join(', ')}.`,
    asked: (numbers: readonly number[]) =>
      `Asked about in ${numbers.length === 1 ? 'question' : 'questions'} ${numbers.join(', ')}.`,
    inQuestion: (number: number) => `Question ${number}`,
    elsewhere: 'Outside the questions',
    kinds: {
      minimal_qualification: 'Must have',
      preferable_qualification: 'Nice to have',
      hard_skill: 'Skill',
      soft_skill: 'Soft skill',
      industry: 'Industry',
      language: 'Language',
    } satisfies Record<SpokenKind, string>,
  },
  report: {
    title: 'The interview',
    description: 'How it went. It says nothing of the candidate.',
    speaking: 'Speaking time',
    candidate: (share: string, time: string) => `Candidate ${share}, ${time}`,
    interviewer: (share: string, time: string) => `Interviewer ${share}, ${time}`,
    typed: 'Nothing was spoken.',
    length: 'Length',
    asked: 'Questions asked',
    ofPlan: (all: number) => `of ${all} planned`,
    answered: (answered: number) => `${answered} answered`,
    mustAsk: 'Always-asked questions',
    mustAskDone: (asked: number, all: number) => `${asked} of ${all}`,
    followUps: 'Follow-up questions',
    repeated: (times: number) => `${count(times, 'question was', 'questions were')} said again`,
    notReached: 'Not reached',
    disturbances: 'Disturbances',
    none: 'No disturbance was noted.',
    slow: (times: number) =>
      `${count(times, 'answer was', 'answers were')} followed by more than five seconds of silence from the interviewer.`,
    away: (times: number, time: string) =>
      `The candidate was away ${count(times, 'time', 'times')}, ${time} in all.`,
    muted: (times: number, time: string) =>
      `The microphone was off ${count(times, 'time', 'times')}, ${time} in all.`,
    hearing: (times: number) => `Hearing failed ${count(times, 'time', 'times')}.`,
    restarted: (times: number) => `The server began anew ${count(times, 'time', 'times')}.`,
    endedBy: {
      interviewer: 'The interviewer ended it.',
      candidate: 'The candidate ended it.',
      time: 'Its time was over.',
      left: 'The candidate left and did not come back.',
      'too-slow': 'The machine could not keep up.',
    } as Readonly<Record<string, string>>,
  },
});

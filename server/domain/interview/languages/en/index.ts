import type { InterviewTexts } from '../../types.ts';
import { families } from './families/index.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const english: InterviewTexts = {
  code: 'en',
  notice,
  mail,
  practice: {
    question: 'This is only for practice, and nothing is recorded. What do you like to do in your free time?',
    thanks: 'Thank you, that worked. The interview begins when you start it.',
  },
  phrases: {
    greeting: ['Hello, and welcome.', 'Welcome, and thank you for being here.'],
    introduction: [
      'I am an automated interviewer: a computer program, not a person. You can ask me to repeat a question at any time.',
    ],
    aboutRole: ['We will talk about this role: {role}.'],
    thanks: [
      'Thank you.',
      'Thanks for telling me.',
      'All right.',
      'I see, thank you.',
      'Thank you for explaining that.',
      'Okay.',
      'Thank you for that answer.',
      'Understood.',
    ],
    next: [
      'Let us go on.',
      'My next question is about how you work.',
      'Let us turn to another topic.',
      'Here is my next question.',
    ],
    toProblem: ['Now I would like to hear how you deal with a problem.'],
    toMotivation: ['Now a question about your motivation.'],
    silence: [
      'Take your time.',
      'Please answer whenever you are ready.',
      'There is no hurry. I am listening.',
      'I am still here. Please go ahead.',
    ],
    moveOn: [
      'Then let us leave this question.',
      'That is all right, we will skip this one.',
      'No problem, let us move on.',
    ],
    more: [
      'Could you say a little more about that?',
      'Please tell me more about it.',
      'Could you describe that in more detail?',
    ],
    example: [
      'Could you give me a specific example?',
      'Is there one particular occasion you could describe?',
      'Please walk me through one case that you remember well.',
    ],
    result: [
      'How did it turn out in the end?',
      'What was the result?',
      'What had changed when it was finished?',
    ],
    ownPart: [
      'What exactly was your own part in it?',
      'What did you do yourself, and what did others do?',
      'Which decisions in this were yours?',
    ],
    measure: ['How was that measured?', 'Where do those figures come from?'],
    tool: [
      'Why did you use those particular tools?',
      'What would you do differently with the tools you mentioned?',
    ],
    repeat: ['Of course, once more.', 'Certainly. The question was this.', 'Gladly, here it is again.'],
    wait: ['Of course, think about it.', 'Certainly, I will wait.'],
    lateTime: ['Our time is nearly over, so I will come to the end.'],
    timeOver: ['I am sorry to interrupt you: our time is over.'],
    candidateQuestions: ['Now it is your turn. Do you have any questions for the team? I will pass them on.'],
    passOn: [
      'I cannot answer that myself. I will pass it on to the team.',
      'I do not know the answer. Your question goes to the team with this conversation.',
      'That is for a person to answer. I will hand it on.',
    ],
    otherQuestions: [
      'Do you have another question?',
      'Is there anything else you would like to ask?',
      'What else would you like to know?',
    ],
    skill: [
      'One thing matters for this job: {skill}. Please describe a situation in which you used it.',
      'This job also asks for the following: {skill}. What was the hardest task for which you needed it?',
    ],
    cannotHear: ['Unfortunately I cannot hear you, so I will end the conversation here.'],
    closing: [
      'That was everything from me. A person will read this conversation and get in touch with you. Thank you for your time, and goodbye.',
      'With that we are at the end. The team will look at the conversation and contact you. Thank you very much, and goodbye.',
    ],
  },
  questions: {
    opening: [
      'To begin with, please tell me about yourself and what you do at the moment.',
      'To start, please describe in a few sentences who you are and what you have done so far.',
    ],
    experience: [
      'Which of your past tasks has prepared you best for this role, and what did you do there?',
      'Please tell me about the work so far that is closest to this role.',
    ],
    problem: [
      'Tell me about a difficult problem at work. How did you find its cause, and what did you do?',
      'Please describe a situation in which something went wrong. What did you do about it?',
    ],
    motivation: [
      'Why do you want this role, and why now?',
      'What about this role appeals to you, and what do you expect of it?',
    ],
    competency: {
      teamwork: ['Tell me about a time when you and a colleague disagreed. What did you do?'],
      communication: ['Tell me about a time when you had to explain something difficult to somebody.'],
      organisation: ['Tell me about a time when you had several urgent tasks at once. How did you decide?'],
      learning: ['Tell me about something new that you had to learn quickly. How did you go about it?'],
      pressure: ['Tell me about a time when you worked under great pressure. What did you do?'],
      service: ['Tell me about a time when somebody was dissatisfied with your work. What did you do?'],
      leadership: ['Tell me about a time when you took responsibility for others. What did you do?'],
      accuracy: ['Tell me about a mistake that you found or made. How did you deal with it?'],
    },
  },
  families,
  cues: {
    alone: {
      stop: 'stop|wait|hold on|hang on|hold it|stop it|stop talking|enough|quiet|silence|pause|slow down|not so fast|let me finish|let me speak|one second|a second|just a second|one sec|a sec|a moment|one moment|a minute|no stop|no wait|okay stop|ok stop|yes stop',
      again:
        "again|sorry|i'm sorry|i am sorry|pardon|pardon me|excuse me|what|what was that|what did you say|huh|come again|once more|one more time|repeat|repeat that|repeat it|say again|say that again|i beg your pardon|beg your pardon|slower|slowly|louder",
      beside:
        "please|oh|ah|um|hey|hello|sir|madam|ma'am|now|just|right there|there|the question|can you|could you",
    },
    repeat:
      /\b(?:repeat|rephrase|say)\b.{0,25}\b(?:that|it|again|question)\b|\bcome again\b|\bonce more\b|\bpardon\b|\bdid(?:n't| not) (?:catch|hear|get|understand)\b|\bwhat (?:was|is) the question\b/u,
    wait: /\b(?:one|a|just a) (?:moment|second|minute)\b|\blet me think\b|\bhold on\b|\bgive me a\b/u,
    decline:
      /\b(?:do not|don't) (?:know|have (?:one|any|an answer))\b|\bno idea\b|\bnothing comes to mind\b|\b(?:rather|prefer) not\b|\bskip\b|\bcan(?:no|')t (?:answer|think of)\b|\bpass\b/u,
    noQuestions:
      /^(?:no|nope|none|not really|nothing|i'?m (?:good|fine))\b|\bno(?: more| further| other)? questions?\b|\bthat(?:'s| is| was) (?:all|it|everything)\b|\bnothing else\b/u,
    example:
      /\b(?:for example|for instance|once|one day|one time|last (?:year|month|week|summer|winter|spring|autumn)|when i|when we|at that time|back then|in (?:19|20)\d\d|two years ago|years? ago|months? ago)\b/u,
    result:
      /\b(?:result\w*|in the end|finally|eventually|as a consequence|so that|since then|afterwards|outcome|led to|managed to|succeeded|improved|reduced|increased|saved|solved|fixed|finished|learned)\b/u,
    team: /\b(?:we|our team|my team|colleagues?|together|us)\b/u,
  },
};

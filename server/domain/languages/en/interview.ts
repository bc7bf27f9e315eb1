import type { InterviewWords } from '../pack.ts';

const AUXILIARIES = 'do|did|does|can|could|would|will|have|has|had|are|were|was|is|should|might|may';
const INVERTED = `(?:${AUXILIARIES}) (?:you|your|there|we|they|it|he|she|this|that|the)`;
const OPENERS =
  '(?:(?:so|and|but|okay|ok|well|now|right|great|good|um|uh|er|thanks|thank you|alright|all right|then|yes|yeah|also|next|finally|first|perfect|very good|interesting) )*';

/** A clause that opens as a question does: a question word with its verb, or verb before subject. */
const opensAsQuestion = new RegExp(
  `^${OPENERS}(?:(?:what|which|who|whose|where|when|why|how)(?:'s|'re)?(?: (?!(?:i|we|he|she|they|it|you|my|the|this|that|people)\\b)\\w+){0,2} (?:${AUXILIARIES}|about|much|many|made|makes|kind|sort|brings|brought)\\b|(?:what's|how's|who's|where's)\\b|${INVERTED}\\b)`,
);
/** Questions put to the other speaker in the middle of a stretch. */
const asksYou =
  /\b(?:(?:what|which|where|when|why|how)(?: \w+){0,2} )?(?:do|did|can|could|would|will|have|are|were) you\b|\b(?:what|how) about (?:you|your)\b|\b(?:what|how|why|where|when) (?:is|are|was|were|do|did|would) (?:you|your|the)\b/;
/** Requests that are questions without their form. */
const requests =
  /\b(?:tell (?:me|us)|telling (?:me|us)|walk (?:me|us) through|talk (?:me|us) through|give (?:me|us) an example|describe (?:a|an|your|the|how|what)|explain (?:how|why|what|your)|i'd like to (?:know|hear|ask)|i would like to (?:know|hear|ask))\b/;
/** What the speaker says who leads the conversation. */
const leads =
  /\b(?:thank you for (?:coming|joining|your time|taking)|thanks for (?:coming|joining|your time|taking)|let's (?:move on|start|begin|talk about)|let us (?:move on|start|begin)|moving on|next question|last question|final question|my (?:next|last|first|final) question|do you have any questions|any questions for (?:me|us)|we (?:will|'ll) be in touch|get back to you|tell (?:me|us) (?:about|more)|walk (?:me|us) through|your (?:resume|cv|application)|this (?:role|position)|we are looking for|we're looking for)\b/g;
const firstPerson = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself)\b/;

const secondPerson = /\b(?:you|your|you're|you've|yours|yourself)\b/;
const asksOneself = new RegExp(`\\b(?:${AUXILIARIES}|should|am|must) (?:i|we)\\b`);
const answers = new RegExp(
  `^${OPENERS}(?:yes|yeah|yep|no|nope|not really|of course|sure|certainly|exactly|absolutely|maybe|perhaps|because|i don't know|thank you|thanks|fine|i'm (?:fine|good|great|okay|ok))\\b`,
);
const followsUp =
  /^(?:(?:and|so|okay|ok|but|oh) )*(?:why(?: not)?|how come|and you|what about you|how about you|what else|anything else|who else|where else|really|like what)$/;
const reports =
  /\b(?:said|says|ask|asked|asks|told|tells|thought|wonder|wondered|wondering|question is|question was|you know|you see)\b/;
const greets =
  /^(?:(?:oh|well|okay|ok|so) )*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|nice to meet you|pleased to meet you|bye|goodbye|you're welcome)\b/;

export const interview: InterviewWords = {
  questions: [opensAsQuestion, asksYou, requests],
  leads,
  firstPerson,
  secondPerson,
  asksOneself,
  answers,
  followsUp,
  reports,
  greets,
};

import { withCaption } from '../../domain/interview/captions.ts';
import {
  type Conversation,
  type ConversationState,
  createConversation,
  newConversation,
} from '../../engines/interviewer/conversation.ts';
import { planOf } from '../plan.ts';
import { createTalk, type Talk, type TalkListener, type TalkOptions } from '../talk.ts';
import { type Inside, write } from './inside.ts';

/** The talk of a session, from where its diary left it. */
export function talkOf(room: Inside, onOver: () => void): Talk {
  const { page, session, startedMs } = room;
  return createTalk({
    state: page.conversation ?? newConversation(planOf(session, room.budgetMs)),
    make: (state) => conversationOf(room, state),
    language: session.language,
    budgetMs: room.budgetMs,
    turns: page.turns,
    captions: Math.max(0, ...page.captions.map(({ id }) => Number(id.slice(1)))),
    elapsedMs: () => room.deps.clock.now() - startedMs,
    isTyped: page.isTyped,
    speak: speakerOf(room),
    listener: listenerOf(room, onOver),
  });
}

function conversationOf({ deps, session, log }: Inside, state: ConversationState): Conversation {
  const { interviewer } = session;
  return createConversation(state, {
    // A client's own questions are asked as they are: a model would ask others.
    model: state.interview.plan.questions.some(({ own }) => own) ? null : deps.model,
    personaPrompt: interviewer.systemPrompt,
    basePrompt: interviewer.baseBehaviour,
    onFailure: (error) =>
      log.warn({ fault: error.message }, 'language model failed; the structured interviewer takes over'),
  });
}

function speakerOf({ deps, session }: Inside): TalkOptions['speak'] {
  const { language, interviewer } = session;
  const voice = deps.voice.voices.find(
    (one) => one.id === interviewer.voice && one.languages.includes(language),
  )?.id;
  return (sentence, signal) =>
    deps.voice.speak({ text: sentence.text, language, ...(voice !== undefined && { voice }), signal });
}

function listenerOf(room: Inside, onOver: () => void): TalkListener {
  const { page } = room;
  return {
    phase: (next) => room.lateness.phase(next),
    caption(caption) {
      page.captions = withCaption(page.captions, caption);
      room.line?.send({ type: 'caption', caption });
    },
    hush: () => room.line?.send({ type: 'hush' }),
    note(kind, data) {
      if (kind === 'spoke' && typeof data.lateMs === 'number') room.lateness.reacted(data.lateMs);
      room.notes.add(kind, data);
    },
    turns(turns) {
      page.turns = [...turns];
      write(room);
    },
    changed: () => write(room),
    silent: (error) => room.log.warn({ err: error }, 'voice failed for a sentence of an interview'),
    over: onOver,
  };
}

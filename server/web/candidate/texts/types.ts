import type { limits } from '../../../config/limits.ts';

export type Language = (typeof limits.languages)[number];

/** A page that says why it does not go on. */
export interface Notice {
  title: string;
  text: string;
}

/**
 * Everything the page says, in one language; a file that misses something does not compile. What stands in braces is put in:
 * {client} who invites, {role}, {time} as the language says it ("4 minutes"), {number}, {count}.
 */
export interface Texts {
  /** "Step {number} of {count}" */
  step: string;
  oneMoment: string;
  goOn: string;
  tryAgain: string;
  help: string;
  welcome: {
    title: string;
    client: string;
    role: string;
    language: string;
    duration: string;
    whatHappens: string;
    points: readonly string[];
  };
  /** What is agreed to comes from the server. */
  consent: {
    title: string;
    decline: string;
    back: string;
  };
  declined: Notice & { next: string };
  microphone: {
    title: string;
    intro: string;
    allow: string;
    device: string;
    unnamed: string;
    speak: string;
    heard: string;
    record: string;
    recording: string;
    listen: string;
    playing: string;
    headphones: string;
    start: string;
    starting: string;
    type: string;
    denied: string;
    missing: string;
    busy: string;
    insecure: string;
  };
  /** One question before the start. */
  practice: {
    title: string;
    offer: string;
    start: string;
    note: string;
    end: string;
    done: string;
  };
  interview: {
    connecting: string;
    speaking: string;
    listening: string;
    write: string;
    thinking: string;
    late: string;
    muted: string;
    left: string;
    captions: string;
    interviewer: string;
    you: string;
    mute: string;
    unmute: string;
    type: string;
    speak: string;
    answer: string;
    send: string;
    end: string;
    endTitle: string;
    endText: string;
    endYes: string;
    endNo: string;
    held: string;
    soundOn: string;
    noMicrophone: string;
    microphoneLevel: string;
  };
  connection: {
    lost: string;
    offline: string;
  };
  /** {time}: until the next try */
  nextTry: string;
  goOnHere: string;
  notices: Record<
    'noLink' | 'invalid' | 'expired' | 'used' | 'full' | 'cookies' | 'unavailable' | 'replaced' | 'gaveUp',
    Notice
  >;
  ended: Notice & { next: string };
  failed: Notice & { next: string };
  unanswered: Notice & { next: string };
  beginAgain: string;
  /** A persona is tried by whoever makes it. */
  trial: Notice & {
    /** On every page of it. */
    banner: string;
    /** What happens; {time}: when it ends at the latest */
    welcome: string;
    /** Above what candidates agree to. */
    consent: string;
    /** In place of `text`: the machine was needed. */
    early: string;
    /** In place of `text`: the link has ended. */
    expired: string;
    again: string;
    back: string;
  };
}

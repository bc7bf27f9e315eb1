import type { Generated } from 'kysely';

/** Tables of live interviews; see tables.ts for what is portable. */
export interface InterviewTables {
  personas: PersonasTable;
  interview_sessions: InterviewSessionsTable;
  /** What happened in an interview, for its report: never what was said. */
  interview_events: {
    run_id: string;
    /** From 1 within the session. */
    number: number;
    at: string;
    kind: string;
    /** JSON object text. */
    data: string;
  };
  /** What a client has set for its interviews. */
  interview_settings: { client_id: string; webhook_url: string | null; changed_at: string };
  /** What a client adds to what candidates are told; a change is a row of its own. */
  interview_notices: {
    client_id: string;
    /** 1, and one more with each change. */
    version: number;
    /** JSON object text. */
    content: string;
    created_at: string;
  };
  invitations: InvitationsTable;
  invitation_mails: InvitationMailsTable;
  /** Processes that hold interviews. */
  live_processes: {
    id: string;
    host: string;
    pid: number;
    /** Boot, process id and start time; null where that cannot be told. */
    process: string | null;
    address: string;
    /** ISO 639-1 codes, a blank between them. */
    languages: string;
    started_at: string;
    heartbeat_at: string;
  };
}

export interface PersonasTable {
  id: string;
  /** Order of creation within the installation. */
  sequence: Generated<number>;
  client_id: string;
  role_name: string;
  /** As given. */
  language: string;
  system_prompt: string;
  /** 1: made from role and language, and made anew when they change. */
  prompt_generated: number;
  base_prompt_override: string | null;
  max_minutes: number;
  /** Null: the best voice there is for the language. */
  voice: string | null;
  patience_ms: number;
  /** 1: the speech module analyses what was recorded. */
  analyse: number;
  /** Of a job in the catalogue whose requirements steer the questions. */
  position_id: string | null;
  /** JSON array text; null: made for the role. */
  questions: string | null;
  created_at: string;
  /** Null until something was changed. */
  updated_at: string | null;
  archived_at: string | null;
}

/** Of a session whose candidate was invited from a list. */
export interface InvitationsTable {
  /** Order of creation within the installation. */
  sequence: Generated<number>;
  run_id: string;
  client_id: string;
  persona_id: string;
  /** Null also once it was forgotten, as the two after it. */
  name: string | null;
  /** Null: a link was handed out. */
  email: string | null;
  /** Of the mails, ISO 639-1. */
  language: string;
  /** The inviting person's own words. */
  message: string | null;
  /** IANA, that mails say the deadline in. */
  time_zone: string;
  /** When the reminder is due; null: there is none, or it was written. */
  remind_at: string | null;
  /** When name, address and words go; null: they went. */
  forget_at: string | null;
  created_at: string;
}

export interface InvitationMailsTable {
  id: string;
  run_id: string;
  client_id: string;
  /** `invitation`, `reminder` or `link`. */
  kind: string;
  /** `pending` and how it ended. */
  status: string;
  /** Tries that ended. */
  tries: number;
  /** Tries after which it is unknown whether the mail went out. */
  cut_off: number;
  /** When the try under way began; null between tries. */
  begun_at: string | null;
  /** Null once it has ended. */
  next_attempt_at: string | null;
  /** Why the last try failed; it may quote the address. */
  reason: string | null;
  created_at: string;
  ended_at: string | null;
  lease_owner: string | null;
  lease_until: string | null;
}

/** Of a run of type "interview": its state is the run's. */
export interface InterviewSessionsTable {
  run_id: string;
  client_id: string;
  persona_id: string;
  /** 1, and one more with each new invitation. */
  link_number: number;
  /** SHA-256 of the present link's token, hex. */
  token_hash: string;
  link_expires_at: string;
  /** When a candidate's page first came with the present link. */
  opened_at: string | null;
  /** SHA-256 of the cookie of the one device that was let in, hex. */
  device_hash: string | null;
  /** When, in which language and to what text the candidate agreed, JSON text. */
  consent: string | null;
  /** When they last said that they do not. */
  declined_at: string | null;
  /** Answers that the interviewer took too long to react to. */
  slow_turns: Generated<number>;
  /** When an active one is ended from outside; null in every other state. */
  ends_by: string | null;
  /** 1 also once it was deleted. */
  has_recording: Generated<0 | 1>;
  has_transcript: Generated<0 | 1>;
  /** 1 while its recording is still to be given to the speech module. */
  analysis_wanted: Generated<0 | 1>;
  /** The speech run that analyses it. */
  analysis_run_id: string | null;
  /** Why it is not analysed. */
  analysis_refusal: string | null;
  /** Process that holds the conversation, and until when it is believed to live. */
  lease_owner: string | null;
  lease_until: string | null;
}

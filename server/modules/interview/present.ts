import { structuredMetadata } from '../runs/contract/life.ts';
import type { InterviewRun } from './run-type.ts';
import { sessionStateOf } from './session-state.ts';
import type { Persona, SessionMarks } from './types.ts';

export { interviewLanguage } from './language.ts';
export { candidateLink } from './link.ts';
export { sessionStateOf };

/** A persona as lists show it. */
export const presentPersonaRow = (persona: Persona) => ({
  id: persona.id,
  client_id: persona.clientId,
  role_name: persona.roleName,
  language: persona.language,
  status: persona.archivedAt === null ? ('active' as const) : ('archived' as const),
  created_at: persona.createdAt,
});

export const presentPersona = (persona: Persona) => ({
  ...presentPersonaRow(persona),
  system_prompt: persona.systemPrompt,
  questions:
    persona.questions?.map(({ text, seconds, followUps, mustAsk }) => ({
      ...{ text, seconds, follow_ups: followUps, must_ask: mustAsk },
    })) ?? null,
  updated_at: persona.updatedAt,
});

/** A session's record. Numbers are 0 until it has ended. */
export function presentSession(run: InterviewRun, marks: SessionMarks | undefined) {
  const status = sessionStateOf(run);
  return {
    id: run.id,
    status,
    persona_id: run.input.personaId,
    project_id: run.projectId,
    candidate_ref: run.externalId,
    consent_mode: run.input.consentMode,
    duration_sec: run.audioDurationMs === null ? 0 : Math.round(run.audioDurationMs / 1000),
    credit_charged: run.chargedCredits ?? 0,
    created_at: run.createdAt,
    opened_at: marks?.openedAt ?? null,
    declined_at: marks?.declinedAt ?? null,
    slow_turns: marks?.slowTurns ?? 0,
    started_at: run.startedAt,
    completed_at: status === 'completed' ? run.finishedAt : null,
    error_code: run.error?.code ?? null,
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  };
}

/** How far a candidate has come, in order. */
export const stages = ['new', 'screening', 'interview', 'offer', 'hired'] as const;
export type Stage = (typeof stages)[number];
/** Whether the hiring team goes on with a candidate. */
export const standings = ['active', 'hold', 'rejected'] as const;
export type Standing = (typeof standings)[number];

export interface Progress {
  stage: Stage;
  standing: Standing;
}

/** `move` names a stage; `reject` says why. */
export type Decision =
  | { kind: 'advance' }
  | { kind: 'hold'; reason: string }
  | { kind: 'reject'; reason: string }
  | { kind: 'move'; stage: Stage };
export const decisionKinds = ['advance', 'hold', 'reject', 'move'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** What a decision makes of a candidate, or in a sentence why it cannot be taken. */
export function decided(now: Progress, decision: Decision): Progress | string {
  switch (decision.kind) {
    case 'advance': {
      // A candidate on hold or rejected is taken up again where they stood.
      if (now.standing !== 'active') return { ...now, standing: 'active' };
      const next = stages[stages.indexOf(now.stage) + 1];
      return next === undefined
        ? 'This candidate has reached the last stage.'
        : { stage: next, standing: 'active' };
    }
    case 'hold':
      return now.standing === 'hold' ? 'This candidate is on hold already.' : { ...now, standing: 'hold' };
    case 'reject':
      if (now.standing === 'rejected') return 'This candidate is rejected already.';
      return decision.reason.trim() === ''
        ? 'Give the reason for the rejection.'
        : { ...now, standing: 'rejected' };
    case 'move':
      return decision.stage === now.stage && now.standing === 'active'
        ? 'This candidate is at this stage already.'
        : { stage: decision.stage, standing: 'active' };
  }
}

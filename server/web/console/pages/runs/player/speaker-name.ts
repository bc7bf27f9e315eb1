import type { TranscriptSpeaker } from '../../../../../domain/transcript/segments.ts';
import { listenTexts } from '../../../texts/run.ts';

/** What a speaker is called on the pages: by role where that says who it is. */
export function speakerName({ role, label }: Pick<TranscriptSpeaker, 'role' | 'label'>): string {
  return role === 'other' ? label : listenTexts.roles[role];
}

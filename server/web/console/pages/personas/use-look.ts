import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PersonaDraft, PersonaLook } from '../../../../modules/console/personas/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';

const ASK_AFTER_MS = 400;
const STALE_AFTER_MS = 10_000;

/** What a persona would begin with, asked after a moment without typing; undefined until then, and without a role. */
export function useLook(
  persona: Pick<PersonaDraft, 'roleName' | 'language' | 'maxMinutes' | 'positionId' | 'questions'>,
): PersonaLook | undefined {
  const clientId = useClientId();
  const { roleName, language, maxMinutes, positionId } = persona;
  // What is being written is no list yet.
  const written = persona.questions?.filter(({ text }) => text !== '') ?? [];
  const questions = written.length > 0 ? written : null;
  const [body] = useDebouncedValue(
    { roleName: roleName.trim(), language, maxMinutes, positionId, questions },
    ASK_AFTER_MS,
  );
  const hasRole = body.roleName !== '';
  const { data } = useQuery({
    ...reading('POST /clients/:clientId/personas/look', { params: { clientId }, body }),
    enabled: hasRole,
    placeholderData: (before) => before,
    // Languages are installed while people look at this.
    staleTime: STALE_AFTER_MS,
  });
  return hasRole && data?.language === language ? data : undefined;
}

import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconMessage, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PersonaDraft, PersonaLook } from '../../../../modules/console/personas/contract.ts';
import { askForFile } from '../../api/client.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { personaTexts } from '../../texts/personas.ts';
import { languageName } from '../runs/languages.ts';

const { opening: words } = personaTexts;

interface OpeningSectionProps {
  persona: Pick<PersonaDraft, 'roleName' | 'language' | 'maxMinutes' | 'voice' | 'questions'>;
  /** Undefined while there is no role, or it is being asked for. */
  look: PersonaLook | undefined;
}

/** The first sentences of an interview, to read and to hear. */
export function OpeningSection({ persona, look }: OpeningSectionProps) {
  const [isRead, setRead] = useState(false);
  const hasVoice = look === undefined || look.voices.length > 0;
  const { heard, url } = useVoice(persona);
  return (
    <Section title={words.title} description={words.description}>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={!look}
          aria-expanded={isRead}
          onClick={() => setRead(!isRead)}
          leftSection={<IconMessage size={16} aria-hidden />}
        >
          {words.read}
        </Button>
        {hasVoice && (
          <Button
            variant="default"
            disabled={!look}
            loading={heard.isPending}
            onClick={() => heard.mutate()}
            leftSection={<IconVolume size={16} aria-hidden />}
          >
            {words.hear}
          </Button>
        )}
      </Group>
      {!look && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.needsRole}
        </Text>
      )}
      {!hasVoice && look.whyNotHeld === null && (
        <Alert mt="md" color="yellow" icon={<IconVolumeOff aria-hidden />}>
          {words.noVoice(languageName(persona.language))}
        </Alert>
      )}
      <FaultAlert fault={heard.error} />
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: what is said can be read right below
        <audio
          src={url}
          controls
          autoPlay
          aria-label={words.player}
          style={{ width: '100%', marginTop: 'var(--mantine-spacing-md)' }}
        />
      )}
      {look && isRead && (
        <List mt="md" size="sm" spacing={6} listStyleType="none" lang={look.language} dir="auto">
          {look.opening.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

/** Speaks an opening; what was heard of another one is forgotten. */
function useVoice({ roleName, language, maxMinutes, voice, questions: own }: OpeningSectionProps['persona']) {
  const clientId = useClientId();
  const [url, setUrl] = useState<string | null>(null);
  const written = own?.filter(({ text }) => text !== '') ?? [];
  const body = { roleName, language, maxMinutes, voice, questions: written.length > 0 ? written : null };
  const heard = useMutation({
    mutationFn: () => askForFile('POST /clients/:clientId/personas/voice', { params: { clientId }, body }),
    onMutate: () => setUrl(null),
    onSuccess: (sound) => setUrl(URL.createObjectURL(sound)),
  });
  const { reset } = heard;
  const question = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question makes it silent
  useEffect(() => {
    setUrl(null);
    reset();
  }, [question, reset]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return { heard, url };
}

import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive, IconCopy, IconPencil, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { PersonaDetails } from '../../../../modules/console/personas/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { personaTexts } from '../../texts/personas.ts';
import { Facts } from '../installation/facts.tsx';
import { languageName } from '../runs/languages.ts';
import { InviteDialog } from '../sessions/invite-dialog.tsx';
import { patienceName } from './editor/patience.ts';
import { QuestionList } from './editor/questions-section.tsx';
import { OpeningSection } from './opening-section.tsx';
import { TrialSection } from './trial.tsx';
import { useLook } from './use-look.ts';
import { voiceName } from './voice-names.ts';

const { page: words } = personaTexts;

/** One interviewer: what it is for, how it begins, what it is asked to do. */
export function PersonaPage() {
  const clientId = useClientId();
  const { personaId = '' } = useParams();
  const query = useQuery(
    reading('GET /clients/:clientId/personas/:personaId', { params: { clientId, personaId } }),
  );
  const persona = query.data;
  return (
    <>
      <PageHeader
        title={persona?.roleName ?? personaTexts.title}
        back={{ to: `/c/${clientId}/personas`, label: words.back }}
        {...(persona && {
          badge: persona.status === 'archived' ? <StatusBadge status="archived" /> : null,
          description: (
            <Anchor component={Link} to={`/c/${clientId}/sessions?persona=${persona.id}`} size="sm">
              {words.sessions(persona.sessions)}
            </Anchor>
          ),
          actions: <Actions persona={persona} />,
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={420} radius="md" />}
      {persona && <Whole persona={persona} />}
    </>
  );
}

function Actions({ persona }: { persona: PersonaDetails }) {
  const clientId = useClientId();
  const change = useChange();
  const may = useRights();
  const [isInviting, { open, close }] = useDisclosure();
  if (persona.status === 'archived') return null;
  return (
    <>
      {may('POST /clients/:clientId/personas/:personaId/archive') && (
        <ConfirmButton
          label={words.archive}
          buttonProps={{ leftSection: <IconArchive size={16} aria-hidden /> }}
          title={words.archiveTitle}
          confirmLabel={words.archive}
          onConfirm={() =>
            change('POST /clients/:clientId/personas/:personaId/archive', {
              params: { clientId, personaId: persona.id },
            })
          }
        >
          {words.archiveBody}
        </ConfirmButton>
      )}
      {may('POST /clients/:clientId/personas') && (
        <Button
          variant="default"
          component={Link}
          to={`/c/${clientId}/personas/new?from=${persona.id}`}
          leftSection={<IconCopy size={16} aria-hidden />}
        >
          {words.duplicate}
        </Button>
      )}
      {may('PATCH /clients/:clientId/personas/:personaId') && (
        <Button
          variant="default"
          component={Link}
          to={`/c/${clientId}/personas/${persona.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {words.edit}
        </Button>
      )}
      {may('POST /clients/:clientId/personas/:personaId/sessions') && (
        <Button variant="default" onClick={open} leftSection={<IconUserPlus size={16} aria-hidden />}>
          {words.invite}
        </Button>
      )}
      {may('POST /clients/:clientId/personas/:personaId/invitations') && (
        <Button
          component={Link}
          to={`/c/${clientId}/invitations?invite=${persona.id}`}
          leftSection={<IconUsersPlus size={16} aria-hidden />}
        >
          {words.inviteMany}
        </Button>
      )}
      {isInviting && <InviteDialog personaId={persona.id} onClose={close} />}
    </>
  );
}

function Whole({ persona }: { persona: PersonaDetails }) {
  const look = useLook(persona);
  const may = useRights();
  const { facts } = words;
  return (
    <Stack gap="lg">
      {persona.status === 'archived' && <Alert color="gray">{words.archived}</Alert>}
      {persona.status === 'active' && may('POST /clients/:clientId/personas/:personaId/trials') && (
        <TrialSection personaId={persona.id} />
      )}
      <Section title={words.about}>
        <Facts
          facts={[
            [facts.language, languageName(persona.language)],
            [facts.longest, personaTexts.minutes(persona.maxMinutes)],
            [facts.patience, patienceName(persona.patienceMs)],
            [facts.voice, persona.voice === null ? words.bestVoice : voiceName(persona.voice)],
            [facts.job, persona.positionId ?? words.noJob],
            [facts.analysis, persona.analyse ? words.analysed : words.notAnalysed],
          ]}
        />
      </Section>
      <Section
        title={words.questions}
        description={persona.questions === null ? words.generatedQuestions : words.ownQuestions}
      >
        <QuestionList look={look} />
      </Section>
      <OpeningSection persona={persona} look={look} />
      <Section
        title={words.prompt}
        description={
          look && !look.hasModel
            ? personaTexts.editor.unusedPrompt
            : persona.isPromptGenerated
              ? words.generatedPrompt
              : words.ownPrompt
        }
      >
        <LongText text={persona.systemPrompt} />
      </Section>
      {persona.basePromptOverride !== null && (
        <Section title={words.behaviour} description={words.ownBehaviour}>
          <LongText text={persona.basePromptOverride} />
        </Section>
      )}
    </Stack>
  );
}

const LongText = ({ text }: { text: string }) => (
  <Text size="sm" maw="52rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

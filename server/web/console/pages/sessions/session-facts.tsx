import { Anchor, Badge, Code, Group, Spoiler, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { SessionDetails } from '../../../../modules/console/sessions/contract.ts';
import { useClientId, useIsSample } from '../../api/session.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { Facts } from '../installation/facts.tsx';
import { NoticeText } from './notice-text.tsx';

const { page: words } = sessionTexts;
const { facts } = words;

/** What is known of the invitation and its course. */
export function SessionFacts({ session }: { session: SessionDetails }) {
  const clientId = useClientId();
  const isSample = useIsSample();
  const { id, persona, candidateRef, project, tags, consentMode, createdAt, openedAt, startedAt, endedAt } =
    session;
  return (
    <Section title={words.details}>
      <Facts
        facts={[
          [
            facts.persona,
            isSample ? (
              persona.roleName
            ) : (
              <Anchor key="persona" component={Link} to={`/c/${clientId}/personas/${persona.id}`} size="sm">
                {persona.roleName}
              </Anchor>
            ),
          ],
          [facts.candidate, candidateRef ?? '–'],
          [facts.project, project?.name ?? '–'],
          [facts.tags, <Tags key="tags" tags={tags} />],
          [facts.consent, words.consents[consentMode]],
          [words.agreed, <DateTime key="agreed" value={session.consent?.at ?? null} missing="–" />],
          [facts.invited, <DateTime key="invited" value={createdAt} />],
          [facts.opened, <DateTime key="opened" value={openedAt} missing="–" />],
          [facts.began, <DateTime key="began" value={startedAt} missing="–" />],
          [facts.ended, <DateTime key="ended" value={endedAt} missing="–" />],
          [facts.credits, session.creditsCharged ?? '–'],
          [facts.id, <CopyValue key="id" value={id} shown={`${id.slice(0, 8)}…`} />],
        ]}
      />
      {session.consent?.notice && (
        <Spoiler maxHeight={0} showLabel={words.receipt} hideLabel={words.receipt} mt="md">
          <Text size="xs" c="dimmed" mb="sm">
            {words.receiptHint} <Code>{session.consent.notice.hash}</Code>
          </Text>
          <NoticeText notice={session.consent.notice} />
        </Spoiler>
      )}
    </Section>
  );
}

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length === 0 ? (
    '–'
  ) : (
    <Group gap={6} component="span">
      {tags.map((tag) => (
        <Badge key={tag} color="gray">
          {tag}
        </Badge>
      ))}
    </Group>
  );

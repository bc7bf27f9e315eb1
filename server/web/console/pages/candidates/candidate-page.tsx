import { ActionIcon, Anchor, Badge, Button, Grid, Group, Menu, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsJoin, IconDots, IconEdit, IconPrinter, IconTrash } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { CandidateDetails, CandidateEntry } from '../../../../modules/console/candidates/contract.ts';
import { useClientId, useIsSample, useRights } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { poolName } from '../../texts/search.ts';
import { Facts } from '../installation/facts.tsx';
import { CandidateForm } from './candidate-form.tsx';
import { CvSection } from './cv-section.tsx';
import { DecisionSection } from './decision-section.tsx';
import { Duplicates } from './duplicates.tsx';
import { EntriesSection } from './entries-section.tsx';
import { InterviewSection } from './interview-section.tsx';
import { JoinedSection } from './joined-section.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NotesSection } from './notes-section.tsx';
import { ShareSection } from './share-section.tsx';
import { SpeechSection } from './speech-section.tsx';
import { StageBadge } from './stage-badge.tsx';
import { TimelineSection } from './timeline-section.tsx';
import { useCandidate } from './use-candidate.ts';
import { knownSince, whoIs } from './who.ts';

const { page: words, facts } = candidateTexts;

/** One person: what there is of them, what colleagues think, and what was decided. */
export function CandidatePage() {
  const clientId = useClientId();
  const { candidateId = '' } = useParams();
  const query = useCandidate(candidateId);
  const candidate = query.data;
  return (
    <>
      <PageHeader
        title={candidate ? whoIs(candidate) : words.tab}
        back={{ to: `/c/${clientId}/candidates`, label: words.back }}
        {...(candidate && {
          badge: <StageBadge stage={candidate.stage} standing={candidate.standing} />,
          description: (
            <>
              {[candidate.email, candidate.phone].filter(Boolean).map((fact) => `${fact} · `)}
              {words.since} <DateTime value={knownSince(candidate)} style="date" />
            </>
          ),
          actions: <Actions candidate={candidate} />,
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={520} radius="md" role="status" aria-label={words.loading} />}
      {candidate && <Body candidate={candidate} onChanged={() => void query.refetch()} />}
    </>
  );
}

function Body({ candidate, onChanged }: { candidate: CandidateDetails; onChanged: () => void }) {
  // Of a sample nothing can be decided, written or shared.
  const isSample = useIsSample();
  const of = (kind: CandidateEntry['kind']) => candidate.entries.filter((entry) => entry.kind === kind);
  return (
    <Stack gap="lg">
      <Duplicates candidate={candidate} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: 1, lg: 2 }}>
          <Stack gap="lg">
            {!isSample && (
              <>
                <DecisionSection candidate={candidate} onChanged={onChanged} />
                <NotesSection candidate={candidate} />
                <ShareSection candidateId={candidate.id} />
              </>
            )}
            <FactsSection candidate={candidate} />
            <JoinedSection candidate={candidate} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
          <Stack gap="lg">
            <CvSection candidateId={candidate.id} entries={of('cv')} />
            <SpeechSection entries={of('recording')} />
            <InterviewSection entries={of('interview')} />
            {candidate.entries.length > 0 && <EntriesSection candidate={candidate} />}
            <TimelineSection candidate={candidate} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Actions({ candidate }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const may = useRights();
  const [isEditing, editing] = useDisclosure();
  const [isMerging, merging] = useDisclosure();
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={words.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may('POST /clients/:clientId/candidates/:candidateId/merge') && (
            <Menu.Item leftSection={<IconArrowsJoin size={16} />} onClick={merging.open}>
              {words.mergeWith}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPrinter size={16} />}
            component={Link}
            to={`/c/${clientId}/candidates/${candidate.id}/panel`}
          >
            {words.panel}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {words.print}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {may('POST /clients/:clientId/deletions') && (
        <Button
          variant="default"
          color="red"
          component={Link}
          to={`/c/${clientId}/deletions?candidate=${candidate.id}`}
          title={words.removeHint}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {words.remove}
        </Button>
      )}
      {may('PATCH /clients/:clientId/candidates/:candidateId') && (
        <Button variant="default" onClick={editing.open} leftSection={<IconEdit size={16} aria-hidden />}>
          {words.edit}
        </Button>
      )}
      {isEditing && <CandidateForm candidate={candidate} onClose={editing.close} />}
      {isMerging && <MergeDialog candidate={candidate} onClose={merging.close} />}
    </>
  );
}

function FactsSection({ candidate }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const { email, phone, externalIds, tags, corpora } = candidate;
  return (
    <Section title={facts.title}>
      <Facts
        isNarrow
        facts={[
          [
            facts.email,
            email ? (
              <Anchor key="email" size="sm" href={`mailto:${email}`}>
                {email}
              </Anchor>
            ) : (
              facts.none
            ),
          ],
          [facts.phone, phone ?? facts.none],
          [facts.ids, externalIds.join(', ') || facts.none],
          [
            facts.tags,
            tags.length === 0 ? (
              facts.none
            ) : (
              <Group key="tags" gap={6} component="span">
                {tags.map((tag) => (
                  <Badge key={tag} color="gray">
                    {tag}
                  </Badge>
                ))}
              </Group>
            ),
          ],
          [
            facts.corpora,
            corpora.length === 0
              ? facts.none
              : corpora.map(({ corpusId, externalId }) => (
                  <Anchor
                    key={`${corpusId} ${externalId}`}
                    size="sm"
                    display="block"
                    component={Link}
                    to={`/c/${clientId}/cv-search/corpora/${encodeURIComponent(corpusId)}`}
                  >
                    {poolName(corpusId)}
                  </Anchor>
                )),
          ],
        ]}
      />
    </Section>
  );
}

import { Badge, CloseButton, Drawer, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DateRange } from '../../../../domain/cv/types.ts';
import type { PersonDetails } from '../../../../modules/console/search/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { common } from '../../texts/common.ts';
import { searchTexts } from '../../texts/search.ts';
import { CandidateLink } from '../candidates/candidate-link.tsx';
import { whoIs } from './person.ts';

const { candidate: words } = searchTexts;

interface CandidateDrawerProps {
  corpusId: string;
  /** Undefined: closed. */
  externalId: string | undefined;
  names: boolean;
  onClose: () => void;
}

/** A candidate's CV as it was sent, their tags and lists, and the way to delete them. */
export function CandidateDrawer({ corpusId, externalId, names, onClose }: CandidateDrawerProps) {
  const clientId = useClientId();
  const query = useQuery({
    ...reading('GET /clients/:clientId/corpora/:corpusId/candidates/:externalId', {
      params: { clientId, corpusId, externalId: externalId ?? '' },
      query: { names },
    }),
    enabled: externalId !== undefined,
  });
  return (
    <Drawer
      opened={externalId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={query.data ? whoIs(query.data) : searchTexts.person(externalId ?? '')}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={320} radius="md" />}
      {query.data && <Person corpusId={corpusId} person={query.data} names={names} onGone={onClose} />}
    </Drawer>
  );
}

interface PersonProps {
  corpusId: string;
  person: PersonDetails;
  names: boolean;
  onGone: () => void;
}

function Person({ corpusId, person, names, onGone }: PersonProps) {
  const clientId = useClientId();
  const change = useChange();
  const may = useRights();
  const mayList = may('POST /clients/:clientId/corpora/:corpusId/lists');
  const { cv, externalId, tags, lists } = person;
  const unlist = (name: string) =>
    change('POST /clients/:clientId/corpora/:corpusId/lists', {
      params: { clientId, corpusId },
      body: { name, externalIds: [externalId], isMember: false },
    }).catch((fault: Error) => notifications.show({ message: fault.message, color: 'red' }));
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <CopyValue value={externalId} />
        <CandidateLink externalId={externalId} isNameless={!names} />
        {may('DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId') && (
          <ConfirmButton
            label={words.delete}
            title={words.deleteTitle}
            confirmLabel={words.delete}
            buttonProps={{ color: 'red', size: 'xs' }}
            onConfirm={async () => {
              await change('DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId', {
                params: { clientId, corpusId, externalId },
              });
              notifications.show({ message: words.deleted, color: 'green' });
              onGone();
            }}
          >
            {words.deleteBody}
          </ConfirmButton>
        )}
      </Group>
      {person.embeddingError && <Text size="sm">{person.embeddingError}</Text>}
      {tags.length > 0 && <TagList tags={tags} lists={lists} {...(mayList && { onUnlist: unlist })} />}
      {!names && (
        <Text size="xs" c="dimmed">
          {words.hidden}
        </Text>
      )}
      <CvParts cv={cv} />
      <Part title={words.metadata} isThere={Object.keys(person.metadata).length > 0}>
        {Object.entries(person.metadata).map(([name, value]) => (
          <Text size="sm" key={name} style={{ overflowWrap: 'anywhere' }}>
            {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
          </Text>
        ))}
      </Part>
    </Stack>
  );
}

interface TagListProps extends Pick<PersonDetails, 'tags' | 'lists'> {
  /** Missing where the person may not. */
  onUnlist?: (name: string) => Promise<unknown>;
}

function TagList({ tags, lists, onUnlist }: TagListProps) {
  return (
    <Group gap={6}>
      {tags.map((tag) => {
        const isList = lists.includes(tag);
        return (
          <Badge
            key={tag}
            color={isList ? 'indigo' : 'gray'}
            tt="none"
            {...(isList &&
              onUnlist && {
                rightSection: (
                  <CloseButton size={16} aria-label={words.unlist(tag)} onClick={() => void onUnlist(tag)} />
                ),
              })}
          >
            {tag}
          </Badge>
        );
      })}
    </Group>
  );
}

function CvParts({ cv }: { cv: PersonDetails['cv'] }) {
  return (
    <>
      {cv.headline && <Text fw={600}>{cv.headline}</Text>}
      {cv.location && (
        <Text size="sm">
          {words.location}: {cv.location}
        </Text>
      )}
      <Part title={words.summary} isThere={cv.summary !== null}>
        <Prose text={cv.summary} />
      </Part>
      <Part title={words.experience} isThere={cv.experience.length > 0}>
        {cv.experience.map(({ title, employer, dates, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a CV as it was sent does not change its order
          <div key={index}>
            <Text fw={600} size="sm">
              {[title, employer].filter(Boolean).join(', ') || '–'}
            </Text>
            <When dates={dates} />
            <Prose text={description} />
          </div>
        ))}
      </Part>
      <Part title={words.education} isThere={cv.education.length > 0}>
        {cv.education.map(({ degree, field, institution, dates }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: likewise
          <div key={index}>
            <Text size="sm">{[degree, field, institution].filter(Boolean).join(', ')}</Text>
            <When dates={dates} />
          </div>
        ))}
      </Part>
      <Part title={words.skills} isThere={cv.skills.length > 0}>
        <Text size="sm">{cv.skills.join(', ')}</Text>
      </Part>
      <Part title={words.languages} isThere={cv.languages.length > 0}>
        <Text size="sm">
          {cv.languages.map(({ name, level }) => (level ? `${name} (${level})` : name)).join(', ')}
        </Text>
      </Part>
      <Part title={words.certificates} isThere={cv.certificates.length > 0}>
        <List size="sm">
          {cv.certificates.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
      </Part>
      <Part title={words.text} isThere={cv.text !== null}>
        <Prose text={cv.text} />
      </Part>
    </>
  );
}

function Part({ title, isThere, children }: { title: string; isThere: boolean; children: ReactNode }) {
  if (!isThere) return null;
  return (
    <section>
      <Title order={3} fz="sm" c="dimmed" mb={4}>
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}

function Prose({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

function When({ dates }: { dates: DateRange | null }) {
  if (!dates) return null;
  return (
    <Text size="xs" c="dimmed">
      {monthOf(dates.start)} – {dates.end ? monthOf(dates.end) : words.present}
    </Text>
  );
}

const monthOf = (when: DateRange['start']): string =>
  when === null
    ? '?'
    : when.month
      ? `${when.year}-${String(when.month).padStart(2, '0')}`
      : String(when.year);

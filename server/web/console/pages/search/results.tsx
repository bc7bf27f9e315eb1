import { Button, Group, Stack, Text } from '@mantine/core';
import { IconLayoutColumns, IconListCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FoundPerson, SearchDetails } from '../../../../modules/console/search/contract.ts';
import { useMay } from '../../api/session.ts';
import { searchTexts } from '../../texts/search.ts';
import { CandidateDrawer } from './candidate-drawer.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { everybody, isNarrowed, narrowed, toggled } from './facets.ts';
import { useNames } from './person.ts';
import { PersonCard } from './person-card.tsx';
import { SaveListDialog } from './save-list-dialog.tsx';
import classes from './search.module.css';
import { maxSideBySide, SideBySide } from './side-by-side.tsx';

const { result: words, chosen: texts } = searchTexts;

/** Cards are drawn so many at a time: two hundred with all their quotes make a browser slow. */
const cardsAtOnce = 50;

/** Whom a search found: facets on one side, people on the other; chosen ones can be compared and kept as a list. */
export function Results({ search, people }: { search: SearchDetails; people: readonly FoundPerson[] }) {
  const mayList = useMay('POST /clients/:clientId/corpora/:corpusId/lists');
  const [names] = useNames();
  const [narrowing, setNarrowing] = useState(everybody);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [openId, setOpenId] = useState<string>();
  const [cards, setCards] = useState(cardsAtOnce);
  const [dialog, setDialog] = useState<'list' | 'compare'>();
  const shown = useMemo(() => narrowed(people, narrowing), [people, narrowing]);
  const picked = people.filter(({ externalId }) => chosen.includes(externalId));
  const close = () => setDialog(undefined);
  return (
    <div className={classes.split}>
      <FacetPanel people={people} value={narrowing} onChange={setNarrowing} />
      <Stack gap="sm" miw={0}>
        <Group justify="space-between" mih={36}>
          <Text size="sm" c="dimmed" aria-live="polite">
            {words.shown(shown.length, people.length)}
          </Text>
          {mayList && picked.length === 0 && shown.length > 0 && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconListCheck size={15} aria-hidden />}
              onClick={() => setDialog('list')}
            >
              {texts.save}
            </Button>
          )}
        </Group>
        {picked.length > 0 && (
          <ChosenBar
            count={picked.length}
            mayList={mayList}
            onCompare={() => setDialog('compare')}
            onList={() => setDialog('list')}
            onClear={() => setChosen([])}
          />
        )}
        {shown.length === 0 && (
          <Text c="dimmed" size="sm" ta="center" py="xl">
            {words.nobodyShown}
          </Text>
        )}
        <ol className={classes.people}>
          {shown.slice(0, cards).map((person) => (
            <PersonCard
              key={person.externalId}
              person={person}
              isChosen={chosen.includes(person.externalId)}
              onChoose={() => setChosen(toggled(chosen, person.externalId))}
              onRead={() => setOpenId(person.externalId)}
            />
          ))}
        </ol>
        {shown.length > cards && (
          <Button variant="default" onClick={() => setCards(cards + cardsAtOnce)}>
            {searchTexts.more(Math.min(cardsAtOnce, shown.length - cards))}
          </Button>
        )}
      </Stack>
      {dialog === 'compare' && <SideBySide people={picked} onClose={close} />}
      {dialog === 'list' && (
        <SaveListDialog
          corpusId={search.corpusId}
          people={(picked.length > 0 ? picked : isNarrowed(narrowing) ? shown : people).map(
            ({ externalId }) => externalId,
          )}
          onClose={close}
        />
      )}
      <CandidateDrawer
        corpusId={search.corpusId}
        externalId={openId}
        names={names}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

interface ChosenBarProps {
  count: number;
  mayList: boolean;
  onCompare: () => void;
  onList: () => void;
  onClear: () => void;
}

/** What can be done with the people chosen. */
function ChosenBar({ count, mayList, onCompare, onList, onClear }: ChosenBarProps) {
  return (
    <Group className={classes.chosen ?? ''} role="group" aria-label={texts.label}>
      <Text size="sm" fw={600} aria-live="polite">
        {texts.count(count)}
      </Text>
      <Button
        size="xs"
        leftSection={<IconLayoutColumns size={15} aria-hidden />}
        disabled={count < 2 || count > maxSideBySide}
        onClick={onCompare}
      >
        {texts.compare}
      </Button>
      {mayList && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconListCheck size={15} aria-hidden />}
          onClick={onList}
        >
          {texts.save}
        </Button>
      )}
      <Button variant="subtle" size="xs" onClick={onClear}>
        {texts.clear}
      </Button>
      {count > maxSideBySide && (
        <Text size="xs" c="dimmed">
          {texts.tooMany(maxSideBySide)}
        </Text>
      )}
    </Group>
  );
}

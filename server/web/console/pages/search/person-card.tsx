import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconFileText } from '@tabler/icons-react';
import type { Met } from '../../../../domain/matching/types.ts';
import type { FoundPerson } from '../../../../modules/console/search/contract.ts';
import { formatShare } from '../../components/format.ts';
import { matchTexts } from '../../texts/matches.ts';
import { searchTexts } from '../../texts/search.ts';
import { formatScore, ScoreCell } from '../matches/score.tsx';
import { VerdictBadge, VerdictBar, verdictOrder } from '../matches/verdict.tsx';
import { fieldName, missingOf, whoIs } from './person.ts';
import classes from './search.module.css';
import { Tags } from './tags.tsx';

const { result: words } = searchTexts;
/** Sentences on a closed card. */
const reasonsShown = 3;

interface PersonCardProps {
  person: FoundPerson;
  isChosen: boolean;
  onChoose: () => void;
  onRead: () => void;
}

/** A person who was found: rank, score, the reasons in sentences, and every requirement with its quotes on demand. */
export function PersonCard({ person, isChosen, onChoose, onRead }: PersonCardProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const who = whoIs(person);
  const { rank, score } = person;
  const missing = missingOf(person);
  return (
    <li className={classes.card} data-chosen={isChosen || undefined}>
      <div className={classes.head}>
        <Checkbox aria-label={words.choose(who)} checked={isChosen} onChange={onChoose} />
        <span className={classes.rank} title={words.rank(rank)}>
          {rank}
        </span>
        <div className={classes.who}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {who}
          </Text>
          <Text size="xs" c="dimmed">
            {[person.headline, person.name !== null && person.externalId].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <div className={classes.figures}>
          <span role="img" aria-label={words.score(formatScore(score))}>
            <ScoreCell score={score} />
          </span>
          <VerdictBar verdicts={verdictsOf(person)} />
        </div>
      </div>
      <ul className={classes.reasons}>
        {person.reasons.slice(0, isOpen ? undefined : reasonsShown).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {!isOpen && missing.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span size="sm" c="dimmed">
            {words.missing}
          </Text>{' '}
          {missing.join(', ')}
        </Text>
      )}
      {isOpen && <RequirementsFound person={person} />}
      <Group justify="space-between" gap="xs">
        <Tags tags={person.tags} lists={person.lists} />
        <Group gap={4} ml="auto">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFileText size={15} aria-hidden />}
            aria-label={`${words.read}: ${who}`}
            onClick={onRead}
          >
            {words.read}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? words.close : words.open}: ${who}`}
            rightSection={
              isOpen ? <IconChevronUp size={15} aria-hidden /> : <IconChevronDown size={15} aria-hidden />
            }
            onClick={toggle}
          >
            {isOpen ? words.close : words.open}
          </Button>
        </Group>
      </Group>
    </li>
  );
}

/** Every requirement with the quotes that speak for it. */
function RequirementsFound({ person }: { person: FoundPerson }) {
  return (
    <>
      <ul className={classes.requirements}>
        {person.requirements.map(({ name, kind, met, reason, evidence }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requirements may have one name
          <li key={at} className={classes.requirement} data-met={met}>
            <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}{' '}
                <Text span size="xs" c="dimmed" fw={400}>
                  {matchTexts.kinds[kind]}
                </Text>
              </Text>
              <VerdictBadge met={met} />
            </Group>
            <Text size="sm">{reason}</Text>
            {evidence.map((quote) => (
              <blockquote key={`${quote.field} ${quote.text}`} className={classes.quote}>
                “{quote.text}” <span>{fieldName(quote.field)}</span>
              </blockquote>
            ))}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {words.known(formatShare(person.knownShare))}
      </Text>
    </>
  );
}

export const verdictsOf = ({ requirements }: Pick<FoundPerson, 'requirements'>): Record<Met, number> => {
  const counts = Object.fromEntries(verdictOrder.map((met) => [met, 0])) as Record<Met, number>;
  for (const { met } of requirements) counts[met]++;
  return counts;
};

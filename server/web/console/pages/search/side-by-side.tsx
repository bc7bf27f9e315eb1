import { Modal, Text } from '@mantine/core';
import type { FoundPerson } from '../../../../modules/console/search/contract.ts';
import { common } from '../../texts/common.ts';
import { matchTexts } from '../../texts/matches.ts';
import { searchTexts } from '../../texts/search.ts';
import { ScoreCell } from '../matches/score.tsx';
import { VerdictBadge } from '../matches/verdict.tsx';
import { fieldName, whoIs } from './person.ts';
import classes from './search.module.css';

const { compare: words } = searchTexts;

export const maxSideBySide = 4;

/** A few people and every requirement: who meets what, and why. */
export function SideBySide({ people, onClose }: { people: readonly FoundPerson[]; onClose: () => void }) {
  const [first] = people;
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="min(96vw, 1300px)"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={words.title}>
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">{words.requirement}</th>
              {people.map((person) => (
                <th scope="col" key={person.externalId}>
                  {person.rank}. {whoIs(person)}
                  <Text size="xs" c="dimmed" fw={400}>
                    {person.headline}
                  </Text>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{words.score}</th>
              {people.map(({ externalId, score }) => (
                <td key={externalId}>
                  <ScoreCell score={score} />
                </td>
              ))}
            </tr>
            {(first?.requirements ?? []).map(({ name, kind }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two requirements may have one name
              <tr key={at}>
                <th scope="row">
                  {name}
                  <Text size="xs" c="dimmed" fw={400}>
                    {matchTexts.kinds[kind]}
                  </Text>
                </th>
                {people.map(({ externalId, requirements }) => {
                  const verdict = requirements[at];
                  if (!verdict) return <td key={externalId}>–</td>;
                  const [quote] = verdict.evidence;
                  return (
                    <td key={externalId}>
                      <VerdictBadge met={verdict.met} />
                      <Text size="xs" mt={4}>
                        {verdict.reason}
                      </Text>
                      {quote && (
                        <blockquote className={classes.quote}>
                          “{quote.text}” <span>{fieldName(quote.field)}</span>
                        </blockquote>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Modal>
  );
}

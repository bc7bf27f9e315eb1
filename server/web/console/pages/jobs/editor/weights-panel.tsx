import { Stack, Text } from '@mantine/core';
import { weightsOf } from '../../../../../domain/matching/weights.ts';
import type { Requirements } from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import classes from '../jobs.module.css';

const { editor: words } = jobTexts;

const colours = ['indigo.5', 'teal.5', 'orange.4', 'blue.4', 'yellow.4', 'green.5', 'red.4', 'gray.5'];
const colourOf = (index: number) =>
  `var(--mantine-color-${colours[index % colours.length]!.replace('.', '-')})`;

/** How much each requirement counts for, as it is now. */
export function WeightsPanel({ requirements }: { requirements: Requirements }) {
  const weights = weightsOf({ requirements });
  const nameOf = (name: string | null, kind: string) =>
    name === null
      ? kind === 'education'
        ? words.educationWeight
        : words.experienceWeight
      : name.trim() || words.unnamed;
  return (
    <Section title={words.weights} description={words.weightsHint}>
      {weights.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.weightsEmpty}
        </Text>
      ) : (
        <Stack gap={0}>
          <div className={classes.weightBar} aria-hidden>
            {weights.map(({ share }, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat while they are typed
                key={index}
                className={classes.weightPart}
                style={{ flexGrow: share, background: colourOf(index) }}
              />
            ))}
          </div>
          {weights.map(({ kind, name, share }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: likewise
            <div className={classes.weight} key={index}>
              <span className={classes.weightName} title={nameOf(name, kind)}>
                <span className={classes.swatch} style={{ background: colourOf(index) }} aria-hidden />
                {nameOf(name, kind)}
              </span>
              <span data-figures className={classes.weightShare}>
                {Math.round(share * 100)} %
              </span>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  );
}

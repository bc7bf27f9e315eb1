import { Button, Checkbox, Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { FoundPerson } from '../../../../modules/console/search/contract.ts';
import { searchTexts } from '../../texts/search.ts';
import { everybody, isNarrowed, type Narrowing, requirementFacets, tagFacets, toggled } from './facets.ts';
import classes from './search.module.css';

const { facets: words } = searchTexts;
const tagsShown = 20;

interface FacetPanelProps {
  /** Everybody who was found. */
  people: readonly FoundPerson[];
  value: Narrowing;
  onChange: (value: Narrowing) => void;
}

/** What the people found can be narrowed down by: score, requirements that are met, tags. */
export function FacetPanel({ people, value, onChange }: FacetPanelProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const set = (changes: Partial<Narrowing>) => onChange({ ...value, ...changes });
  const requirements = requirementFacets(people, value.orPartly);
  const tags = tagFacets(people).slice(0, tagsShown);
  return (
    <aside
      className={classes.facets}
      aria-label={words.title}
      data-print="hide"
      data-open={isOpen || undefined}
    >
      <Button
        className={classes.facetsButton ?? ''}
        variant="subtle"
        fullWidth
        aria-expanded={isOpen}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={toggle}
      >
        {words.title}
      </Button>
      <Stack gap="lg" className={classes.facetsBody ?? ''}>
        <Group justify="space-between" mih={30}>
          <Title order={2} fz="md">
            {words.title}
          </Title>
          {isNarrowed(value) && (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange(everybody)}>
              {words.clear}
            </Button>
          )}
        </Group>
        <div>
          <Text size="sm" fw={600} mb={6} id="least-score">
            {words.score}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby="least-score"
            value={String(value.leastScore)}
            onChange={(least) => set({ leastScore: Number(least) })}
            data={Object.entries(words.scores).map(([least, label]) => ({ value: least, label }))}
          />
        </div>
        {requirements.length > 0 && (
          <RequirementFacets requirements={requirements} most={people.length} value={value} onChange={set} />
        )}
        {tags.length > 0 && (
          <TagFacets tags={tags} chosen={value.tags} onChange={(chosen) => set({ tags: chosen })} />
        )}
      </Stack>
    </aside>
  );
}

interface RequirementFacetsProps {
  requirements: ReturnType<typeof requirementFacets>;
  /** Of people. */
  most: number;
  value: Narrowing;
  onChange: (changes: Partial<Narrowing>) => void;
}

function RequirementFacets({ requirements, most, value, onChange }: RequirementFacetsProps) {
  return (
    <Checkbox.Group
      label={words.met}
      value={value.met.map(String)}
      onChange={(met) => onChange({ met: met.map(Number) })}
    >
      <Stack gap={8} mt={8}>
        {requirements.map(({ name, people: number }, at) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: two requirements may have one name
            key={at}
            size="xs"
            value={String(at)}
            label={
              <span className={classes.facet}>
                <span>{name}</span>
                <Text span size="xs" c="dimmed">
                  {words.metOf(number, most)}
                </Text>
              </span>
            }
            styles={{ body: { width: '100%' }, labelWrapper: { flex: 1 } }}
          />
        ))}
        <Switch
          size="xs"
          label={words.orPartly}
          checked={value.orPartly}
          onChange={(event) => onChange({ orPartly: event.currentTarget.checked })}
        />
      </Stack>
    </Checkbox.Group>
  );
}

interface TagFacetsProps {
  tags: ReturnType<typeof tagFacets>;
  chosen: Narrowing['tags'];
  onChange: (chosen: Narrowing['tags']) => void;
}

function TagFacets({ tags, chosen, onChange }: TagFacetsProps) {
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {words.tags}
      </Text>
      <div className={classes.tags}>
        {tags.map(({ tag, people: number }) => (
          <button
            key={tag}
            type="button"
            className={classes.tag}
            aria-pressed={chosen.includes(tag)}
            onClick={() => onChange(toggled(chosen, tag))}
          >
            {tag} <span>{number}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

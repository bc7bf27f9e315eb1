import { TextInput } from '@mantine/core';
import type { NamedRequirement } from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { newNamed } from './draft.ts';
import { EntryList } from './entry-list.tsx';

const { editor: words } = jobTexts;

interface NamedSectionProps {
  title: string;
  hint: string;
  what: string;
  addWhat: string;
  placeholder: string;
  most: number;
  entries: readonly NamedRequirement[];
  onChange: (entries: NamedRequirement[]) => void;
  /** e.g. "config.requirements.skills.hard_skills" */
  path: string;
  faultOf: (path: string) => string | undefined;
}

/** Requirements that are a name and how much it matters: skills and industries. */
export function NamedSection(props: NamedSectionProps) {
  const { title, hint, what, addWhat, placeholder, most, entries, onChange, path, faultOf } = props;
  return (
    <Section title={title} description={hint}>
      <EntryList
        entries={entries}
        onChange={onChange}
        make={newNamed}
        most={most}
        what={what}
        addWhat={addWhat}
        fault={faultOf(path)}
        nameOf={({ name }) => name}
        fields={(entry, at, change) => (
          <TextInput
            aria-label={words.entry(what, at + 1)}
            placeholder={placeholder}
            value={entry.name}
            onChange={(event) => change({ ...entry, name: event.currentTarget.value })}
            error={faultOf(`${path}[${at}].name`) ?? faultOf(`${path}[${at}]`)}
          />
        )}
      />
    </Section>
  );
}

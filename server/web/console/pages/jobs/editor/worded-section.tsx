import { Textarea } from '@mantine/core';
import { limits } from '../../../../../config/limits.ts';
import type { TextRequirement } from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { newText } from './draft.ts';
import { EntryList } from './entry-list.tsx';

const { editor: words } = jobTexts;

interface WordedSectionProps {
  title: string;
  hint: string;
  addWhat: string;
  placeholder: string;
  entries: readonly TextRequirement[];
  onChange: (entries: TextRequirement[]) => void;
  path: string;
  faultOf: (path: string) => string | undefined;
}

/** Qualifications: a sentence each. */
export function WordedSection(props: WordedSectionProps) {
  const { title, hint, addWhat, placeholder, entries, onChange, path, faultOf } = props;
  return (
    <Section title={title} description={hint}>
      <EntryList
        entries={entries}
        onChange={onChange}
        make={newText}
        most={limits.requirements.qualificationsPerKind}
        what={title}
        addWhat={addWhat}
        fault={faultOf(path)}
        nameOf={({ text }) => text}
        fields={(entry, at, change) => (
          <Textarea
            aria-label={words.entry(title, at + 1)}
            placeholder={placeholder}
            autosize
            minRows={1}
            maxRows={6}
            value={entry.text}
            onChange={(event) => change({ ...entry, text: event.currentTarget.value })}
            error={faultOf(`${path}[${at}].text`) ?? faultOf(`${path}[${at}]`)}
          />
        )}
      />
    </Section>
  );
}

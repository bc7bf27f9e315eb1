import { Select, TextInput } from '@mantine/core';
import { limits } from '../../../../../config/limits.ts';
import {
  type LanguageLevel,
  type LanguageRequirement,
  languageLevels,
} from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { newLanguage } from './draft.ts';
import { EntryList } from './entry-list.tsx';

const { editor: words, kinds } = jobTexts;

interface LanguageSectionProps {
  entries: readonly LanguageRequirement[];
  onChange: (entries: LanguageRequirement[]) => void;
  path: string;
  faultOf: (path: string) => string | undefined;
}

/** Languages with the least level that is asked for. */
export function LanguageSection({ entries, onChange, path, faultOf }: LanguageSectionProps) {
  return (
    <Section title={words.languages} description={words.languagesHint}>
      <EntryList
        entries={entries}
        onChange={onChange}
        make={newLanguage}
        most={limits.requirements.languages}
        what={kinds.language}
        addWhat={words.addWhat.language}
        fault={faultOf(path)}
        nameOf={({ name }) => name}
        columns={4}
        fields={(entry, at, change) => (
          <>
            <TextInput
              aria-label={words.entry(kinds.language, at + 1)}
              placeholder={words.languagePlaceholder}
              value={entry.name}
              onChange={(event) => change({ ...entry, name: event.currentTarget.value })}
              error={faultOf(`${path}[${at}].name`) ?? faultOf(`${path}[${at}]`)}
            />
            <Select
              aria-label={`${words.level}: ${entry.name || words.entry(kinds.language, at + 1)}`}
              data={[{ value: '', label: words.anyLevel }, ...languageLevels]}
              value={entry.level ?? ''}
              onChange={(level) => change({ ...entry, level: (level || null) as LanguageLevel | null })}
              allowDeselect={false}
              error={faultOf(`${path}[${at}].level`)}
            />
          </>
        )}
      />
    </Section>
  );
}

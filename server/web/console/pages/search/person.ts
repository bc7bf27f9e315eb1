import { useLocalStorage } from '@mantine/hooks';
import type { FoundPerson } from '../../../../modules/console/search/contract.ts';
import { searchTexts } from '../../texts/search.ts';

/** Whether people are shown by name. Hidden at first; the choice is this browser's. */
export const useNames = () =>
  useLocalStorage({ key: 'assay-names', defaultValue: false, getInitialValueInEffect: false });

/** What a person is called: by name where it is shown and known, else by external id. */
export const whoIs = ({ name, externalId }: { name: string | null; externalId: string }): string =>
  name ?? searchTexts.person(externalId);

/** Requirements that a person lacks, in the words of the search. */
export const missingOf = ({ requirements }: Pick<FoundPerson, 'requirements'>): string[] =>
  requirements.filter(({ met }) => met === 'no').map(({ name }) => name);

/** "Position 2" for "experience[1].description". */
export function fieldName(field: string): string {
  const [, part = '', at] = /^(\w+)(?:\[(\d+)\])?/.exec(field) ?? [];
  const name = searchTexts.fields[part] ?? part;
  return at !== undefined && (part === 'experience' || part === 'education')
    ? `${name} ${Number(at) + 1}`
    : name;
}

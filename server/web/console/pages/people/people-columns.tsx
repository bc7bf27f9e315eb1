import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { people } from '../../texts/people.ts';
import { PersonCell } from './person-cell.tsx';
import { TwoStepCell } from './two-step-cell.tsx';

const { columns: names } = people;

// Columns that members of a client and all people have in common.

export const personColumn = (
  selfId: string,
): Column<{ userId: string; name: string; email: string; disabledAt: string | null }> => ({
  key: 'person',
  title: names.person,
  isName: true,
  sortBy: ({ name }) => name,
  render: ({ name, email, userId, disabledAt }) => (
    <PersonCell name={name} email={email} isSelf={userId === selfId} isDisabled={disabledAt !== null} />
  ),
});

export const twoStepColumn: Column<{ totpEnabled: boolean }> = {
  key: 'twoStep',
  title: names.twoStep,
  render: ({ totpEnabled }) => <TwoStepCell isOn={totpEnabled} />,
};

export const lastSeenColumn: Column<{ lastSeenAt: string | null }> = {
  key: 'lastSeen',
  title: names.lastSeen,
  sortBy: ({ lastSeenAt }) => lastSeenAt,
  render: ({ lastSeenAt }) => <DateTime value={lastSeenAt} style="relative" />,
};

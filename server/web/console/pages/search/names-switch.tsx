import { Switch, Tooltip } from '@mantine/core';
import { searchTexts } from '../../texts/search.ts';

const { names: words } = searchTexts;

interface NamesSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Shows people by name, or by their external id. */
export function NamesSwitch({ isOn, onChange }: NamesSwitchProps) {
  return (
    <Tooltip label={words.hint} multiline w={260}>
      <div>
        <Switch
          label={words.show}
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </div>
    </Tooltip>
  );
}

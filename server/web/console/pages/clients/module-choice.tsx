import { Checkbox, SimpleGrid } from '@mantine/core';
import type { ModulePermission } from '../../../../modules/console/clients/contract.ts';
import { clientsTexts, moduleHints, moduleNames, modules } from '../../texts/clients.ts';

interface ModuleChoiceProps {
  value: readonly ModulePermission[];
  onChange: (value: ModulePermission[]) => void;
  fault?: string | undefined;
}

/** Which modules a client may use. */
export function ModuleChoice({ value, onChange, fault }: ModuleChoiceProps) {
  return (
    <Checkbox.Group
      label={clientsTexts.modules}
      value={[...value]}
      onChange={(chosen) => onChange(chosen as ModulePermission[])}
      error={fault}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt={6} mb={4} verticalSpacing="sm">
        {modules.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={moduleNames[permission]}
            description={moduleHints[permission]}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { common } from '../../texts/common.ts';
import { retentionKindTexts, retentionTexts as words } from '../../texts/retention.ts';
import { type Rules, usePreview, useRuleChange } from './retention-queries.ts';
import { choiceOf, daysInForce, presetDays, type RuleChoice, ruleOf } from './rule-choice.ts';
import { RulePreview } from './rule-preview.tsx';

interface RuleDialogProps {
  /** Null: the installation's rule. */
  clientId: string | null;
  rule: Rules['kinds'][number];
  onClose: () => void;
}

/** A rule is chosen, with what it would delete before it is saved. */
export function RuleDialog({ clientId, rule, onClose }: RuleDialogProps) {
  const { kind, own, installation } = rule;
  const [choice, setChoice] = useState<RuleChoice>(choiceOf(own));
  const chosen = ruleOf(choice);
  const preview = usePreview(clientId, kind, daysInForce(chosen, installation));
  const change = useRuleChange(clientId);
  const save = useMutation({
    mutationFn: () => change({ [kind]: chosen }),
    onSuccess: () => {
      notifications.show({ color: 'green', message: words.saved });
      onClose();
    },
  });
  const deletes = (preview.data?.runs ?? 0) > 0 && daysInForce(chosen, installation) !== null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.changeOf(retentionKindTexts[kind].name)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== undefined) save.mutate();
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {retentionKindTexts[kind].what}
          </Text>
          <Radio.Group
            aria-label={words.rules}
            value={choice.mode}
            onChange={(mode) => setChoice({ ...choice, mode: mode as RuleChoice['mode'] })}
          >
            <Stack gap="xs">
              {clientId !== null && (
                <Radio
                  value="installation"
                  label={words.follow(installation === null ? words.kept : words.days(installation))}
                />
              )}
              <Radio value="kept" label={words.keep} />
              <Radio value="days" label={words.limited} />
            </Stack>
          </Radio.Group>
          {choice.mode === 'days' && <DaysField choice={choice} onChange={setChoice} />}
          <RulePreview preview={preview} isAsked={daysInForce(chosen, installation) !== null} />
          <FaultAlert fault={save.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={chosen === undefined}
              {...(deletes && { color: 'red' })}
            >
              {deletes ? words.saveAndDelete : words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function DaysField({ choice, onChange }: { choice: RuleChoice; onChange: (choice: RuleChoice) => void }) {
  return (
    <Stack gap="xs">
      <NumberInput
        label={words.daysLabel}
        value={choice.days}
        onChange={(days) => onChange({ ...choice, days })}
        error={ruleOf(choice) === undefined && words.daysMissing}
        min={1}
        max={36_500}
        allowDecimal={false}
        allowNegative={false}
        data-autofocus
      />
      <Group gap="xs" role="group" aria-label={words.presets}>
        {presetDays.map((days) => (
          <Button
            key={days}
            variant="default"
            size="compact-sm"
            onClick={() => onChange({ ...choice, days })}
          >
            {words.days(days)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

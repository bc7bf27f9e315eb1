import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { common } from '../../texts/common.ts';

interface SettingFormProps {
  title: string;
  description?: ReactNode;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  isDirty: boolean;
  isPending: boolean;
  fault?: unknown;
  fields: readonly string[];
  children: ReactNode;
}

/** A card with a few settings that are saved together; the button wakes when something was changed. */
export function SettingForm(props: SettingFormProps) {
  const { title, description, onSubmit, isDirty, isPending, fault, fields, children } = props;
  return (
    <Section title={title} description={description}>
      <form noValidate onSubmit={onSubmit}>
        <Stack maw="44rem">
          {children}
          {!isAboutFields(fault, fields) && <FaultAlert fault={fault} />}
          <Group>
            <Button
              type="submit"
              variant={isDirty ? 'filled' : 'default'}
              disabled={!isDirty}
              loading={isPending}
            >
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

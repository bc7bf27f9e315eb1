import { NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';
import { faultFields } from '../../components/fault.ts';
import { keysTexts } from '../../texts/keys.ts';
import { AllowListField } from './allow-list-field.tsx';
import { linesOf } from './expiry.ts';

/** Value of "no project" in the list: Mantine's own null means that nothing was chosen. */
const NONE = 'none';

export interface KeyFieldValues {
  name: string;
  projectId: string;
  /** One entry a line. */
  allowedIps: string;
  rateLimitPerMinute: number | string;
}

export const emptyKeyFields: KeyFieldValues = {
  name: '',
  projectId: NONE,
  allowedIps: '',
  rateLimitPerMinute: 500,
};

export const keyFieldChecks = {
  name: (name: string) => (name.trim() === '' ? keysTexts.nameMissing : null),
  rateLimitPerMinute: (rate: number | string) =>
    Number.isInteger(rate) && Number(rate) >= 1 ? null : keysTexts.rateFault,
};

/** What the server refused, by field. What is wrong with single addresses stands below their field already. */
export function keyFaults(fault: unknown): Record<string, string> {
  const fields = faultFields(fault);
  return { ...fields, ...(fields.allowedIps && { allowedIps: keysTexts.allowedIpsFault }) };
}

/** What the server is sent of the fields. */
export const sentFields = ({ name, projectId, allowedIps, rateLimitPerMinute }: KeyFieldValues) => ({
  name: name.trim(),
  projectId: projectId === NONE ? null : projectId,
  allowedIps: linesOf(allowedIps),
  rateLimitPerMinute: Number(rateLimitPerMinute),
});

/** What can be set of a key when it is made, and later. */
export function KeyFields<Values extends KeyFieldValues>({
  clientId,
  form,
  children,
}: {
  clientId: string;
  form: UseFormReturnType<Values>;
  /** Between project and addresses. */
  children?: React.ReactNode;
}) {
  const projects = useQuery(reading('GET /clients/:clientId/projects', { params: { clientId } }));
  const { projectId } = form.getValues();
  const offered = (projects.data?.items ?? [])
    .filter(({ id, archivedAt }) => archivedAt === null || id === projectId)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextInput
        label={keysTexts.name}
        description={keysTexts.nameHint}
        placeholder={keysTexts.namePlaceholder}
        required
        withAsterisk={false}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={keysTexts.project}
        description={keysTexts.projectHint}
        allowDeselect={false}
        searchable={offered.length > 8}
        data={[{ value: NONE, label: keysTexts.noProject }, ...offered]}
        {...form.getInputProps('projectId')}
      />
      {children}
      <AllowListField
        clientId={clientId}
        value={form.getValues().allowedIps}
        onChange={(value) => form.setFieldValue('allowedIps', value as never)}
        fault={form.errors.allowedIps as string | undefined}
      />
      <NumberInput
        label={keysTexts.rate}
        description={keysTexts.rateHint}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        {...form.getInputProps('rateLimitPerMinute')}
      />
    </>
  );
}

import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useClientId } from '../../../api/session.ts';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { common } from '../../../texts/common.ts';
import { jobTexts } from '../../../texts/jobs.ts';
import classes from '../jobs.module.css';
import { type Draft, faultAt, isStillEmpty, parseConditions } from './draft.ts';
import { labelOf } from './fault-labels.ts';
import { JobForm } from './job-form.tsx';
import { JsonForm } from './json-form.tsx';
import { useJobCheck } from './use-job-check.ts';
import { WeightsPanel } from './weights-panel.tsx';

const { editor: words } = jobTexts;

interface JobEditorProps {
  initial: Draft;
  /** Of the job that is edited; undefined for a new one. */
  jobId?: string;
  saveLabel: string;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
  isSaving: boolean;
  fault: unknown;
}

/** The editor of what a job asks for: form or JSON, judged while it is typed, and what the score will be made of. */
export function JobEditor({ initial, jobId, saveLabel, onSave, onCancel, isSaving, fault }: JobEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [mode, setMode] = useState<'form' | 'json'>('form');
  const [jsonFault, setJsonFault] = useState<string>();
  // Empty fields are no fault before anything was typed.
  const [isTouched, setTouched] = useState(jobId !== undefined);
  // Nor of a row that was just added, before they want to save.
  const [isWanted, setWanted] = useState(false);
  const { check, isChecking, fault: checkFault } = useJobCheck(useClientId(), draft, jobId);

  const all = Object.entries(check?.faults ?? {});
  const faults = Object.fromEntries(isWanted ? all : all.filter(([path]) => !isStillEmpty(draft, path)));
  const faultOf = (path: string) => (isTouched ? faultAt(faults, path) : undefined);
  const change = (changes: Partial<Draft>) => {
    setTouched(true);
    setDraft((before) => ({ ...before, ...changes }));
  };
  const conditionsFault = 'fault' in parseConditions(draft.conditions) ? 1 : 0;
  const otherFaults = conditionsFault + (jsonFault === undefined ? 0 : 1);
  const faultCount = Object.keys(faults).length + otherFaults;
  const fields = { draft, onChange: change, title: check?.title, faultOf };
  const save = () => {
    setTouched(true);
    setWanted(true);
    if (all.length + otherFaults === 0) onSave(draft);
  };
  return (
    <div className={classes.editor}>
      <Stack gap="lg">
        <Group justify="space-between">
          <SegmentedControl
            aria-label={words.modeLabel}
            value={mode}
            onChange={(next) => {
              setMode(next as typeof mode);
              // What could not be read does not outlive its text.
              setJsonFault(undefined);
            }}
            data={[
              { value: 'form', label: words.modes.form },
              { value: 'json', label: words.modes.json },
            ]}
          />
        </Group>
        {mode === 'form' ? (
          <JobForm {...fields} />
        ) : (
          <JsonForm {...fields} fault={jsonFault} onFault={setJsonFault} />
        )}
      </Stack>
      <Stack gap="md" className={classes.side ?? ''}>
        <WeightsPanel requirements={draft.requirements} />
        <FaultAlert fault={fault ?? checkFault} />
        <CheckLine
          isChecking={isChecking}
          faultCount={faultCount}
          isShown={isTouched && (faultCount > 0 || all.length === 0)}
        />
        {isTouched && <FaultList faults={faults} />}
        <Group grow>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button onClick={save} loading={isSaving} disabled={isTouched && (faultCount > 0 || isChecking)}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

/** Every fault in words, also those that belong to no single field. */
function FaultList({ faults }: { faults: Readonly<Record<string, string>> }) {
  const entries = Object.entries(faults);
  if (entries.length === 0) return null;
  return (
    <ul className={classes.faults}>
      {entries.map(([path, sentence]) => (
        <li key={path}>{words.fault(labelOf(path), sentence)}</li>
      ))}
    </ul>
  );
}

interface CheckLineProps {
  isChecking: boolean;
  faultCount: number;
  /** Not while what is missing is not told yet. */
  isShown: boolean;
}

function CheckLine({ isChecking, faultCount, isShown }: CheckLineProps) {
  if (!isShown) return null;
  const isWell = faultCount === 0;
  return (
    <Group gap={6} aria-live="polite" wrap="nowrap" mih={22}>
      {isWell ? (
        <IconCheck size={16} color="var(--mantine-color-green-6)" aria-hidden />
      ) : (
        <IconAlertTriangle size={16} color="var(--mantine-color-error)" aria-hidden />
      )}
      <Text size="sm" c={isChecking ? 'dimmed' : 'inherit'}>
        {isWell ? (isChecking ? words.checking : words.allWell) : words.faults(faultCount)}
      </Text>
    </Group>
  );
}

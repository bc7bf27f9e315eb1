import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  List,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { limits } from '../../../../../config/limits.ts';
import type { PersonaLook } from '../../../../../modules/console/personas/contract.ts';
import { Section } from '../../../components/section.tsx';
import { personaTexts } from '../../../texts/personas.ts';
import { type PersonaFormState, type QuestionDraft, questionDraft } from './draft.ts';

const { editor: words } = personaTexts;
const { most, maxChars, seconds } = limits.interview.questions;

/** What is asked: the list that is made for the role, or one of the client's own. */
export function QuestionsSection({ form, look }: { form: PersonaFormState; look: PersonaLook | undefined }) {
  const { questionsKind, questions } = form.values;
  const setQuestions = (next: QuestionDraft[]) => form.setFieldValue('questions', next);
  const makeOwn = () => {
    setQuestions((look?.questions ?? []).map(questionDraft));
    form.setFieldValue('questionsKind', 'own');
  };
  return (
    <Section title={words.questions} description={words.questionsHint}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={words.questions}
          data={(['generated', 'own'] as const).map((value) => ({
            value,
            label: words.questionKinds[value],
          }))}
          {...form.getInputProps('questionsKind')}
          style={{ alignSelf: 'flex-start' }}
        />
        {questionsKind === 'generated' ? (
          <>
            <QuestionList look={look} />
            {look && (
              <Button variant="default" onClick={makeOwn} style={{ alignSelf: 'flex-start' }}>
                {words.makeOwn}
              </Button>
            )}
          </>
        ) : (
          <>
            {questions.map((question, index) => (
              <QuestionRow
                key={question.key}
                form={form}
                index={index}
                onMove={(by) => setQuestions(moved(questions, index, index + by))}
                onRemove={() => setQuestions(questions.filter((_, at) => at !== index))}
              />
            ))}
            {form.errors.questions && (
              <Text size="sm" c="red" role="alert">
                {form.errors.questions}
              </Text>
            )}
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={questions.length >= most}
              onClick={() => setQuestions([...questions, questionDraft('')])}
              style={{ alignSelf: 'flex-start' }}
            >
              {words.addQuestion}
            </Button>
          </>
        )}
      </Stack>
    </Section>
  );
}

/** The questions in their order, as they are asked. */
export function QuestionList({ look }: { look: PersonaLook | undefined }) {
  if (!look) {
    return (
      <Text size="sm" c="dimmed">
        {words.generatedLater}
      </Text>
    );
  }
  return (
    <List type="ordered" size="sm" spacing={6} lang={look.language} dir="auto">
      {look.questions.map((question) => (
        <List.Item key={question}>{question}</List.Item>
      ))}
    </List>
  );
}

function QuestionRow({
  form,
  index,
  onMove,
  onRemove,
}: {
  form: PersonaFormState;
  index: number;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const number = index + 1;
  const isLast = number === form.values.questions.length;
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <Textarea
          label={words.question(number)}
          autosize
          minRows={1}
          maxLength={maxChars}
          flex={1}
          {...form.getInputProps(`questions.${index}.text`)}
        />
        <Group gap={4} mt="1.6rem" wrap="nowrap">
          <ActionIcon
            variant="default"
            aria-label={words.moveUp(number)}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.moveDown(number)}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={words.removeQuestion(number)} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap="lg" align="center">
        <NumberInput
          label={words.seconds}
          min={seconds.min}
          max={seconds.max}
          allowDecimal={false}
          placeholder={words.secondsAny}
          w="11rem"
          {...form.getInputProps(`questions.${index}.seconds`)}
        />
        <Checkbox
          label={words.followUps}
          {...form.getInputProps(`questions.${index}.followUps`, { type: 'checkbox' })}
        />
        <Checkbox
          label={words.mustAsk}
          {...form.getInputProps(`questions.${index}.mustAsk`, { type: 'checkbox' })}
        />
      </Group>
    </Stack>
  );
}

function moved(questions: readonly QuestionDraft[], from: number, to: number): QuestionDraft[] {
  const next = [...questions];
  const [one] = next.splice(from, 1);
  next.splice(to, 0, one!);
  return next;
}

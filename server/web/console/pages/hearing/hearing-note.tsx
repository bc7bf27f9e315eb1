import { Alert, Anchor, Text } from '@mantine/core';
import { IconEar, IconEarOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { HearingAnswer } from '../../../../modules/console/installation/contract.ts';
import { usePerson } from '../../api/session.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { hearingTexts as words } from '../../texts/hearing.ts';
import { dateLocale } from '../../texts/language.ts';
import { languageName } from '../runs/languages.ts';
import { InstallLanguages } from './install-languages.tsx';
import { useHearing } from './use-hearing.ts';

/** Which languages are recognised and which are not, and the one thing to do about it; nothing while all of them are. */
export function HearingNote({ withModels = true }: { withModels?: boolean }) {
  const hearing = useHearing();
  const { isOwner } = usePerson();
  const languages = hearing?.languages;
  if (!languages || languages.notAvailable.length === 0) return null;
  const { available, notAvailable } = languages;
  const hearsNothing = available.length === 0;
  const Icon = hearsNothing ? IconEarOff : IconEar;
  return (
    <Alert
      color={hearsNothing ? 'red' : 'blue'}
      icon={<Icon aria-hidden />}
      title={hearsNothing ? words.none : words.some(listed(available), notAvailable.length)}
    >
      <Text size="sm">
        {!hearsNothing && `${words.refused(listed(notAvailable, 'or'))} `}
        {withModels && (
          <Anchor component={Link} to="/installation/models" inherit underline="always">
            {words.toModels}
          </Anchor>
        )}
      </Text>
      {hearing.install && isOwner ? (
        <InstallLanguages
          install={hearing.install}
          adds={notAvailable.filter((code) => hearing.install?.languages.includes(code)).length}
        />
      ) : (
        hearing.advice && (
          <Advice advice={hearing.advice} isAll={hearing.advice.adds.length === notAvailable.length} />
        )
      )}
    </Alert>
  );
}

function Advice({ advice, isAll }: { advice: NonNullable<HearingAnswer['advice']>; isAll: boolean }) {
  const { isOwner } = usePerson();
  const { modelId, action, adds } = advice;
  const begin = words.adds(listed(adds), isAll);
  if (!isOwner) {
    return (
      <Text size="sm" mt={4}>
        {begin}, {words.ask(modelId)}
      </Text>
    );
  }
  const step = words.steps[action];
  return (
    <Text size="sm" mt={4} component="div">
      {begin}, {typeof step === 'string' ? step : step(modelId)}{' '}
      {action !== 'restart' && <CopyValue value={words.commands[action](modelId)} label={words.copy} />}
    </Text>
  );
}

function listed(codes: readonly string[], joinedBy: 'and' | 'or' = 'and'): string {
  const type = joinedBy === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat(dateLocale, { type }).format(codes.map(languageName));
}

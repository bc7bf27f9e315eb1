import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CvProfile, DateRange, Evidence, Found, YearMonth } from '../../../../domain/cv/types.ts';
import { formatDecimal } from '../../components/format.ts';
import { dateLocale, language } from '../../texts/language.ts';
import { matchTexts } from '../../texts/matches.ts';
import classes from './match.module.css';

const { profile: words } = matchTexts;

type Show = (text: string, evidence: readonly Evidence[]) => void;

/** What the CV says of the person; each fact leads to the words it was read from. */
export function ProfilePanel({ profile, onShow }: { profile: CvProfile; onShow: Show }) {
  const { contacts, headline, positions, education, skills, languages, certificates } = profile;
  const months = profile.totalExperienceMonths;
  const contact = [...contacts.emails, ...contacts.phones, ...contacts.links];
  const one = (found: Found<string> | null) =>
    found && <Fact text={found.value} evidence={found.evidence} onShow={onShow} />;
  const chips = (list: readonly Found<string>[]) => (
    <div className={classes.chips}>
      {list.map((found) => (
        <Fact key={found.value} text={found.value} evidence={found.evidence} onShow={onShow} />
      ))}
    </div>
  );
  return (
    <Stack gap="lg">
      <Alert color="gray" icon={<IconEyeOff aria-hidden />}>
        <Text size="sm">{words.blind}</Text>
      </Alert>
      {(contacts.name || headline) && (
        <div>
          <Text fw={640} size="lg">
            {one(contacts.name)}
          </Text>
          <Text c="dimmed">{one(headline)}</Text>
        </div>
      )}
      {(contact.length > 0 || contacts.location) && (
        <Block title={words.contact}>
          {chips(contacts.location ? [contacts.location, ...contact] : contact)}
        </Block>
      )}
      <Block
        title={months === null ? words.experienceUnknown : words.experience(words.years(inYears(months)))}
      >
        {positions.map(({ title, employer, location, dates, firstLine }) => (
          <Entry
            key={firstLine}
            head={one(title) ?? one(employer)}
            body={title && one(employer)}
            foot={[datesOf(dates, words.present), location?.value].filter(Boolean).join(' · ')}
          />
        ))}
        {positions.length === 0 && <Nothing />}
      </Block>
      <Block title={words.education}>
        {education.map(({ degree, field, institution, dates, isOngoing, firstLine }) => (
          <Entry
            key={firstLine}
            head={
              (degree && <Fact text={degree.value.name} evidence={degree.evidence} onShow={onShow} />) ??
              one(institution)
            }
            body={[field?.value, degree && institution?.value].filter(Boolean).join(' · ')}
            foot={datesOf(dates, isOngoing ? words.ongoing : words.present)}
          />
        ))}
        {education.length === 0 && <Nothing />}
      </Block>
      <Block title={words.skills}>{skills.length > 0 ? chips(skills) : <Nothing />}</Block>
      <Block title={words.languages}>
        {languages.length === 0 && <Nothing />}
        <div className={classes.chips}>
          {languages.map(({ value, evidence }) => (
            <Fact
              key={value.code}
              text={[languageName(value.code), value.isNative ? words.native : value.level]
                .filter(Boolean)
                .join(' · ')}
              evidence={evidence}
              onShow={onShow}
            />
          ))}
        </div>
      </Block>
      {certificates.length > 0 && <Block title={words.certificates}>{chips(certificates)}</Block>}
    </Stack>
  );
}

function Fact({ text, evidence, onShow }: { text: string; evidence: readonly Evidence[]; onShow: Show }) {
  if (evidence.length === 0) return <span>{text}</span>;
  return (
    <button
      type="button"
      className={classes.fact}
      aria-label={words.show(text)}
      onClick={() => onShow(text, evidence)}
    >
      {text}
    </button>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb={8}>
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}

function Entry({ head, body, foot }: { head: ReactNode; body: ReactNode; foot: string }) {
  return (
    <div>
      <Text size="sm" fw={600} component="div">
        {head}
      </Text>
      {body && (
        <Text size="sm" component="div">
          {body}
        </Text>
      )}
      {foot && (
        <Text size="xs" c="dimmed">
          {foot}
        </Text>
      )}
    </div>
  );
}

const Nothing = () => (
  <Text size="sm" c="dimmed">
    {words.nothing}
  </Text>
);

function datesOf(dates: Found<DateRange> | null, open: string): string {
  if (!dates) return '';
  const { start, end } = dates.value;
  const [from, to] = [monthOf(start), end ? monthOf(end) : open];
  return from === to ? from : `${from} – ${to}`;
}

const monthOf = ({ year, month }: YearMonth): string =>
  month === null
    ? String(year)
    : new Intl.DateTimeFormat(dateLocale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(year, month - 1),
      );

const languageName = (code: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;

const inYears = (months: number): string => formatDecimal(months / 12, 1);

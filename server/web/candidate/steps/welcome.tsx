import { NoticeText } from '../components/notice-text.tsx';
import { Step } from '../components/step.tsx';
import type { PageState } from '../state/types.ts';
import { fill } from '../texts/fill.ts';
import { clockIn, isLanguage, languages, nameOf, timeIn } from '../texts/languages.ts';
import { useSpeech } from '../texts/speech.tsx';

type Invitation = NonNullable<PageState['invitation']>;

export function Welcome({
  invitation,
  notice,
  count,
  onGoOn,
}: {
  invitation: Invitation;
  notice: NonNullable<PageState['notice']>;
  /** Steps before the interview. */
  count: number;
  onGoOn: () => void;
}) {
  const { texts, tag } = useSpeech();
  const { welcome } = texts;
  const { clientName, roleName, language, maxMinutes, expiresAt, trial } = invitation;
  const facts = [
    [welcome.client, clientName],
    [welcome.role, roleName],
    [welcome.language, isLanguage(language) ? nameOf(languages[language].tag) : language],
    [welcome.duration, timeIn(tag, maxMinutes, 'minute')],
  ] as const;
  return (
    <Step title={welcome.title} of={[1, count]}>
      {trial && <p className="note">{fill(texts.trial.welcome, { time: clockIn(tag, expiresAt) })}</p>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h2>{welcome.whatHappens}</h2>
      <ul className="points">
        {welcome.points.map((point) => (
          <li key={point}>{fill(point, { client: clientName })}</li>
        ))}
      </ul>
      {/* The client asks for no consent here: the notice is shown all the same. */}
      {invitation.consentMode === 'none' && <NoticeText notice={notice} />}
      <div className="buttons">
        <button type="button" className="primary" onClick={onGoOn}>
          {texts.goOn}
        </button>
      </div>
    </Step>
  );
}

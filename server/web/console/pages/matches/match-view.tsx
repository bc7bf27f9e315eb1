import { Alert, Paper, SegmentedControl, Stack, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileOff } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Evidence } from '../../../../domain/cv/types.ts';
import type { Met } from '../../../../domain/matching/types.ts';
import type { MatchDetails, MatchResultView } from '../../../../modules/console/matches/contract.ts';
import { useClientId } from '../../api/session.ts';
import { ExpiredNote } from '../../components/expired-note.tsx';
import { matchTexts } from '../../texts/matches.ts';
import { CvViewer } from './cv/cv-viewer.tsx';
import { cvAddress } from './cv/open-pdf.ts';
import { JobPanel } from './job-panel.tsx';
import { type Mark, markId, marksOf } from './marks.ts';
import classes from './match.module.css';
import { MatchHead } from './match-head.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { RequirementList } from './requirement-list.tsx';

const { match: words } = matchTexts;

type Pane = 'details' | 'cv';

/** A finished match: requirements on one side, the CV with their evidence on the other. */
export function MatchView({ match, result }: { match: MatchDetails; result: MatchResultView }) {
  const clientId = useClientId();
  const { requirements } = result.match;
  const [verdict, setVerdict] = useState<Met | null>(null);
  const [pane, setPane] = useState<Pane>('details');
  const cv = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 62em)');
  const showCv = () => {
    if (!isNarrow) return;
    setPane('cv');
    // Once it is shown.
    requestAnimationFrame(() => cv.current?.scrollIntoView({ block: 'start' }));
  };
  const { chosen, target, sought, shown, steps, ...on } = useMarks(requirements, showCv);

  return (
    <Stack gap="lg">
      <MatchHead match={match} result={result} verdict={verdict} onVerdict={setVerdict} />
      <ExpiredNote expired={match.expired} />
      {match.cvKind && <PaneSwitch pane={pane} onChange={setPane} />}
      <div className={classes.split} data-pane={match.cvKind ? pane : 'details'}>
        <div className={classes.details}>
          <Details match={match} result={result} onShowFact={on.showFact}>
            <RequirementList
              requirements={requirements}
              verdict={verdict}
              chosen={chosen}
              quoteId={target?.mark.id}
              sought={sought}
              onChoose={on.choose}
              onQuote={on.quote}
            />
          </Details>
        </div>
        <div className={classes.cv} ref={cv}>
          {match.cvKind ? (
            <CvViewer
              url={cvAddress(clientId, match.id)}
              pages={result.pages}
              {...(match.cvKind === 'docx' && { textOf: { clientId, runId: match.id } })}
              marks={shown}
              isChosen={(mark) => mark.tone === 'fact' || (chosen !== null && mark.requirement === chosen)}
              target={target}
              onMark={on.seek}
              quotes={steps}
            />
          ) : (
            <Alert color="gray" icon={<IconFileOff aria-hidden />} title={words.cvGone}>
              {words.cvGoneBody}
            </Alert>
          )}
        </div>
      </div>
    </Stack>
  );
}

/**
 * The places in the CV that speak for requirements, which of them is looked at, and what leads to another.
 *
 * @param showCv called when a place was asked for
 */
function useMarks(requirements: MatchResultView['match']['requirements'], showCv: () => void) {
  const marks = useMemo(() => marksOf(requirements), [requirements]);
  const firstQuoted = marks[0]?.requirement ?? null;
  const [chosen, setChosen] = useState<number | null>(firstQuoted);
  const [target, setTarget] = useState<{ mark: Mark; at: number }>();
  const [sought, setSought] = useState<{ requirement: number }>();

  const own = marks.filter(({ requirement }) => requirement === chosen);
  const current = Math.max(
    0,
    own.findIndex(({ id }) => id === target?.mark.id),
  );
  const go = (mark: Mark, isAsked: boolean) => {
    setTarget({ mark, at: Date.now() });
    if (isAsked) showCv();
  };
  const choose = (requirement: number) => {
    setChosen(requirement);
    const first = marks.find((mark) => mark.requirement === requirement);
    // On a phone the quotes are looked at first: choosing one of them leads to the CV.
    if (first) go(first, false);
  };
  const quote = (requirement: number, at: Parameters<typeof markId>[1]) => {
    setChosen(requirement);
    const mark = marks.find(({ id }) => id === markId(requirement, at));
    if (mark) go(mark, true);
  };
  const showFact = (text: string, [found]: readonly Evidence[]) => {
    if (!found) return;
    setChosen(null);
    go({ id: 'fact', requirement: null, label: '•', tone: 'fact', ...found, text }, true);
  };
  /** The requirement that a mark in the CV speaks for. */
  const seek = (mark: Mark) => {
    if (mark.requirement !== null) {
      setChosen(mark.requirement);
      setSought({ requirement: mark.requirement });
    }
    setTarget({ mark, at: Date.now() });
  };
  const step = (by: number) => {
    const next = own[(current + by + own.length) % own.length];
    if (next) go(next, true);
  };
  const fact = target?.mark.tone === 'fact' ? [target.mark] : [];
  return {
    chosen,
    target,
    sought,
    shown: [...marks, ...fact],
    /** Undefined while no requirement is chosen. */
    steps: chosen === null ? undefined : { current, count: own.length, onStep: step },
    choose,
    quote,
    showFact,
    seek,
  };
}

function PaneSwitch({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  return (
    <div className={classes.panes}>
      <SegmentedControl
        fullWidth
        aria-label={words.paneLabel}
        value={pane}
        onChange={(next) => onChange(next as Pane)}
        data={[
          { value: 'details', label: words.panes.details },
          { value: 'cv', label: words.panes.cv },
        ]}
      />
    </div>
  );
}

interface DetailsProps {
  match: MatchDetails;
  result: MatchResultView;
  onShowFact: (text: string, evidence: readonly Evidence[]) => void;
  /** The requirements. */
  children: ReactNode;
}

function Details({ match, result, onShowFact, children }: DetailsProps) {
  return (
    <Tabs defaultValue="requirements">
      <Tabs.List mb="sm" data-print="hide">
        <Tabs.Tab value="requirements">{words.tabs.requirements}</Tabs.Tab>
        <Tabs.Tab value="profile">{words.tabs.profile}</Tabs.Tab>
        <Tabs.Tab value="job">{words.tabs.job}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="requirements">{children}</Tabs.Panel>
      <Tabs.Panel value="profile">
        <Paper withBorder p="lg">
          <ProfilePanel profile={result.profile} onShow={onShowFact} />
        </Paper>
      </Tabs.Panel>
      <Tabs.Panel value="job">
        <Paper withBorder p="lg">
          <JobPanel match={match} method={result.match.method} />
        </Paper>
      </Tabs.Panel>
    </Tabs>
  );
}

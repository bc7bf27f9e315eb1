import { limits } from '../../../../config/limits.ts';
import type { HearingAnswer } from '../../../../modules/console/installation/contract.ts';
import { hearingTexts } from '../../texts/hearing.ts';
import { languageName } from '../runs/languages.ts';

interface Choice {
  value: string;
  label: string;
  disabled?: true;
}

/**
 * What a recording's language can be chosen from: those that nothing recognises come last, under the reason, and cannot be
 * chosen. Until the server has answered, all can.
 */
export function languageChoices(
  languages: HearingAnswer['languages'] | undefined,
  isMultilingual: boolean,
): (Choice | { group: string; items: Choice[] })[] {
  const allowed = isMultilingual ? limits.languages : [limits.defaultLanguage];
  const missing = new Set(languages?.notAvailable);
  const choice = (code: string): Choice => ({ value: code, label: languageName(code) });
  const lacking = allowed.filter((code) => missing.has(code));
  return [
    ...allowed.filter((code) => !missing.has(code)).map(choice),
    ...(lacking.length > 0
      ? [
          {
            group: hearingTexts.group,
            items: lacking.map((code): Choice => ({ ...choice(code), disabled: true })),
          },
        ]
      : []),
  ];
}

/** The language that is chosen at first: English, or else the first that is recognised; null where none is. */
export function firstLanguage(choices: ReturnType<typeof languageChoices>): string | null {
  const open = choices.flatMap((choice) => ('value' in choice ? [choice.value] : []));
  return open.find((code) => code === limits.defaultLanguage) ?? open[0] ?? null;
}

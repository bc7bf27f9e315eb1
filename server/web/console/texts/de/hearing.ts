import type { hearingTexts as english } from '../hearing.ts';
import type { Texts } from '../language.ts';

export const hearingTexts: Texts<typeof english> = {
  some: (heard: string, missing: number) =>
    `Erkannt wird: ${heard}. ${missing === 1 ? 'Eine andere Sprache ist' : `${missing} andere Sprachen sind`} nicht verfügbar.`,
  none: 'Keine Sprache wird erkannt: Aufnahmen lassen sich nicht analysieren.',
  refused: (missing: string) => `Aufnahmen auf ${missing} werden beim Senden abgelehnt und kosten nichts.`,
  unclear:
    'In jeder Sprache gilt: Eine Aufnahme, der nicht zu folgen ist (starker Lärm, weit vom Mikrofon, alle zugleich), schlägt fehl und kostet nichts.',
  adds: (languages: string, isAll: boolean) =>
    isAll ? 'Um alle hinzuzufügen' : `Um ${languages} hinzuzufügen`,
  steps: {
    pull: 'führen Sie dies aus, wo Assay läuft, und starten Sie es neu:',
    use: 'führen Sie dies aus, wo Assay läuft, und starten Sie es neu; das Modell ist schon da:',
    restart: (model: string) => `starten Sie Assay neu: ${model} ist gewählt und gilt ab dem nächsten Start.`,
    import: (model: string) =>
      `übernehmen Sie ${model} aus einer Datei, denn diese Installation lädt nichts herunter:`,
  },
  ask: (model: string) => `bitten Sie um das Modell ${model}, wo diese Installation betrieben wird.`,
  commands: {
    pull: (model: string) => `assay models pull ${model} --use`,
    use: (model: string) => `assay models use asr=${model}`,
    import: () => 'assay models import FILE --use',
  },
  install: {
    button: (number: number) => `${number} weitere Sprachen installieren`,
    about: (size: string, model: string) =>
      `${size} werden von einer Modellsammlung oder aus dem Paketverzeichnis von Python geholt (${model}). Nichts muss neu gestartet werden.`,
    fetching: (done: string, all: string) => `Wird geholt: ${done} von ${all}`,
    preparing: 'Das Geholte wird vorbereitet …',
    stop: 'Anhalten',
    starting: 'Installiert. Die Worker laden es, das dauert bis zu einer halben Minute.',
    failed: 'Es ließ sich nicht installieren:',
    progress: 'Installation weiterer Sprachen',
  },
  copy: 'Befehl kopieren',
  toModels: 'Über Modelle',
  group: 'Hier nicht verfügbar: keine Spracherkennung',
};

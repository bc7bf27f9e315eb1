import type { Texts } from '../language.ts';
import type { sampleTexts as english } from '../samples.ts';

export const sampleTexts: Texts<typeof english> = {
  mark: 'Beispiel',
  title: 'Beispiele',
  description:
    'Erfunden, mit künstlichen Stimmen, um zu zeigen, was Sie bekommen: einen Lebenslauf mit Belegen, eine Bewertung, ein Interview nach Fragen. Sie kosten nichts und zählen nirgends.',
  table: 'Beispiele',
  remove: 'Beispiele entfernen',
  offer: 'Beispiele ansehen',
  offerTitle: 'Sehen Sie es, bevor Sie beginnen',
  offerText:
    'Zwei erfundene Personen zeigen, wie ein Lebenslauf mit Belegen, eine Bewertung und ein Interview nach Fragen aussehen. Es kostet nichts, und ein Klick entfernt sie.',
  banner:
    'Diese Person ist erfunden. Die Stimmen sind künstlich, nichts hier zählt irgendwo, und nichts lässt sich ändern.',
};

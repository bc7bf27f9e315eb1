import type { ScriptedTurn } from './script.ts';

/** The interview of `script.ts`, shorter, as a German candidate would tell it; marks and rules are the same. */
export const script: readonly ScriptedTurn[] = [
  {
    speaker: 'interviewer',
    gapMs: 700,
    text: `Guten Morgen, und vielen Dank, dass Sie gekommen sind. [350] Könnten Sie mir zuerst etwas über sich und Ihre
      bisherige Arbeit erzählen?`,
  },
  {
    speaker: 'candidate',
    gapMs: 850,
    text: `Guten Morgen, danke für die Einladung. [420] Ähm, [300] ich habe an der Universität Maschinenbau studiert und
      bin seit zweitausendfünfzehn fertig. [480] Danach bin ich zu einer Firma gegangen, die frische Lebensmittel an
      Restaurants verkauft. [380] Ich habe als Assistent im Lager angefangen, und [620] äh, [250] nach drei Jahren habe
      ich die Leitung einer kleinen Gruppe übernommen. [450] Im Moment bin ich für die Planung verantwortlich, für die
      Lieferungen und für ungefähr vierzig Lieferanten.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `Das klingt nach viel Arbeit. [300] Können Sie ein Projekt beschreiben, auf das Sie stolz sind?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1300,
    text: `Ja, natürlich. [520] Letztes Jahr hatten wir ein ernstes Problem mit Abfällen. [400] {Wir haben} [350] wir haben
      fast zwölf Prozent von unserem Gemüse weggeworfen, weil es zu früh ankam oder weil es zu lange am falschen Platz
      lag. [550] Ähm, [280] mein Chef hat mich gebeten, die Ursache zu finden. [430] Also habe ich zwei Wochen lang nachts im
      Lager verbracht und jede Lieferung aufgeschrieben. [460] Das war mühsam, aber es hat uns etwas Überraschendes
      gezeigt. [500] Das Problem waren nicht die Fahrer. [350] Es war die Art, wie wir [540] abends die Bestellungen
      abgeglichen haben. [480] Wir haben den Zeitplan geändert, acht Leute geschult, und nach sechs Monaten waren es nur
      noch fünf Prozent.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 650,
    text: `Wie hat Ihre Gruppe auf diese Veränderungen reagiert?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1100,
    text: `Ehrlich gesagt waren am Anfang nicht alle glücklich. [470] Manche Kollegen hatten zwanzig Jahre lang auf die gleiche
      Weise gearbeitet, und sie waren, [380] äh, [260] misstrauisch. [520] Ich wollte sie nicht zwingen. [400] Stattdessen
      habe ich zwei der erfahrensten Leute eingeladen, den neuen Zeitplan mit mir zu entwerfen. [450] {Sie fanden} [320] sie
      entdeckten mehrere Fehler in meinem Plan, und sie hatten recht. [500] Als die anderen sahen, dass wir zuhören, wurde
      die Stimmung sehr schnell besser. [420] Ich habe gelernt, dass ein gutes Argument wichtig ist, aber Vertrauen ist noch
      wichtiger.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 800,
    text: `Erzählen Sie mir von einer Situation, in der etwas schiefgegangen ist. [320] Was haben Sie getan?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1500,
    text: `Ähm, [420] vor fünf Jahren hat einer unserer größten Lieferanten ohne Warnung geschlossen. [480] Wir hatten drei
      Tage, um dreißig Tonnen Kartoffeln zu ersetzen. [530] Offen gesagt war ich ziemlich nervös. [410] Zuerst habe ich
      jeden Kunden angerufen, der auf diese Lieferung wartete, denn ich glaube, dass Menschen eine Verspätung verzeihen,
      aber [450] kein Schweigen. [500] Dann habe ich mit vier kleineren Bauernhöfen verhandelt. [380] Der Preis war, äh, [300]
      neun Prozent höher, aber wir haben nur einen einzigen Kunden verloren.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `Und warum möchten Sie für unsere Firma arbeiten?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1200,
    text: `Ich habe über Ihr neues Zentrum im Norden gelesen, und es hat mich beeindruckt, wie genau Sie Qualität messen. [500]
      In meiner jetzigen Stelle komme ich nicht mehr richtig voran. [450] Ich würde gern einen größeren Betrieb leiten,
      vielleicht mit fünfzig Leuten, und [480] ich möchte auch mehr über den internationalen Transport lernen. [520] Ich bin
      ein gründlicher Mensch, aber auch pragmatisch. [400] Ich glaube, dass {diese beiden} [300] diese Mischung für Sie
      nützlich wäre.`,
  },
];

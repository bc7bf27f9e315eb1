import type { answersTexts as english } from '../answers.ts';
import type { Texts } from '../language.ts';
import { count } from './count.ts';

export const answersTexts: Texts<typeof english> = {
  loading: 'Die Antworten werden geladen',
  byQuestion: {
    title: 'Nach Fragen',
    description: 'Jede Frage mit dem, was dazu gesagt wurde. Eine Zeitangabe spielt die Aufnahme dort ab.',
    question: (number: number) => `Frage ${number}`,
    kinds: {
      'candidate-questions': 'Eigene Fragen der Person',
      before: 'Vor der ersten Frage',
    },
    mustAsk: 'Immer gefragt',
    states: {
      answered: 'Beantwortet',
      declined: 'Abgelehnt',
      unanswered: 'Ohne Antwort',
    },
    parts: {
      question: 'Interviewer',
      'follow-up': 'Interviewer fragt nach',
      again: 'Interviewer fragt noch einmal',
      remark: 'Interviewer',
      answer: 'Person',
      'asks-back': 'Person fragt zurück',
      waits: 'Person bittet um Zeit',
      declines: 'Person lehnt ab',
      aside: 'Person, währenddessen',
    },
    play: (clock: string) => `Ab ${clock} abspielen`,
  },
  evidence: {
    title: 'Was zur Stelle passt',
    of: (title: string) => `Sätze zu dem, was ${title} jetzt verlangt, dafür oder dagegen.`,
    untitled: 'die Stelle',
    limits:
      'Gefunden nach Wörtern und Bedeutung; ein Urteil sind sie nicht. Jahre an Erfahrung und Ausbildung werden nicht gesucht. In Interviews, die nicht auf Englisch sind, werden meist nur Namen gefunden.',
    working: 'Es wird gesucht, was zur Stelle passt',
    noJob: 'Keine Stelle ist verknüpft',
    noJobBody:
      'Der Interviewer dieses Interviews nennt keine Stelle, oder sie wurde gelöscht. Verknüpfen Sie eine Stelle mit dem Interviewer, dann zeigen spätere Interviews hier, was dazu passt.',
    noRequirements: 'Die Stelle verlangt nichts, wozu eine Antwort passen könnte.',
    nothing: 'Kein Satz wurde gefunden.',
    unspoken: (names: readonly string[]) => `Kein Satz wurde gefunden zu: ${names.join(', ')}.`,
    asked: (numbers: readonly number[]) =>
      `Danach gefragt in ${numbers.length === 1 ? 'Frage' : 'den Fragen'} ${numbers.join(', ')}.`,
    inQuestion: (number: number) => `Frage ${number}`,
    elsewhere: 'Außerhalb der Fragen',
    kinds: {
      minimal_qualification: 'Muss',
      preferable_qualification: 'Wünschenswert',
      hard_skill: 'Fachkenntnis',
      soft_skill: 'Persönliche Stärke',
      industry: 'Branche',
      language: 'Sprache',
    },
  },
  report: {
    title: 'Das Interview',
    description: 'Wie es verlaufen ist. Es sagt nichts über die Person.',
    speaking: 'Redezeit',
    candidate: (share: string, time: string) => `Person ${share}, ${time}`,
    interviewer: (share: string, time: string) => `Interviewer ${share}, ${time}`,
    typed: 'Es wurde nichts gesprochen.',
    length: 'Länge',
    asked: 'Gestellte Fragen',
    ofPlan: (all: number) => `von ${all} geplanten`,
    answered: (answered: number) => `${answered} beantwortet`,
    mustAsk: 'Immer gestellte Fragen',
    mustAskDone: (asked: number, all: number) => `${asked} von ${all}`,
    followUps: 'Nachfragen',
    repeated: (times: number) => `${count(times, 'Frage wurde', 'Fragen wurden')} wiederholt`,
    notReached: 'Nicht erreicht',
    disturbances: 'Störungen',
    none: 'Keine Störung wurde vermerkt.',
    slow: (times: number) =>
      `Nach ${count(times, 'Antwort', 'Antworten')} schwieg der Interviewer mehr als fünf Sekunden.`,
    away: (times: number, time: string) => `Die Person war ${times}-mal weg, zusammen ${time}.`,
    muted: (times: number, time: string) => `Das Mikrofon war ${times}-mal aus, zusammen ${time}.`,
    hearing: (times: number) => `Das Hören fiel ${times}-mal aus.`,
    restarted: (times: number) => `Der Server fing ${times}-mal neu an.`,
    endedBy: {
      interviewer: 'Der Interviewer hat es beendet.',
      candidate: 'Die Person hat es beendet.',
      time: 'Die Zeit war um.',
      left: 'Die Person ging und kam nicht zurück.',
      'too-slow': 'Die Maschine kam nicht nach.',
    },
  },
};

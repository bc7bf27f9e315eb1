import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const dutch: InterviewTexts = {
  code: 'nl',
  notice,
  mail,
  practice: {
    question: 'Dit is alleen om te oefenen, en er wordt niets opgenomen. Wat doet u graag in uw vrije tijd?',
    thanks: 'Dank u, dat werkte. Het gesprek begint wanneer u het start.',
  },
  phrases: {
    greeting: ['Hallo en welkom.'],
    introduction: [
      'Ik ben een automatische interviewer: een computerprogramma, geen mens. U kunt mij op elk moment vragen een vraag te herhalen.',
    ],
    aboutRole: ['We praten over deze functie: {role}.'],
    thanks: [
      'Hartelijk dank.',
      'Dank u, dat is duidelijk.',
      'Goed.',
      'Ik begrijp het, dank u.',
      'Dank voor uw uitleg.',
      'Dank voor uw antwoord.',
    ],
    next: [
      'Laten we verdergaan.',
      'Mijn volgende vraag gaat over uw manier van werken.',
      'Laten we een ander onderwerp nemen.',
    ],
    toProblem: ['Nu hoor ik graag hoe u met een probleem omgaat.'],
    toMotivation: ['Nu een vraag over uw motivatie.'],
    silence: [
      'Neem rustig de tijd.',
      'Antwoordt u maar wanneer u zover bent.',
      'Er is geen haast, ik luister.',
    ],
    moveOn: [
      'Dan laten we deze vraag rusten.',
      'Dat is prima, we slaan deze over.',
      'Geen probleem, we gaan door.',
    ],
    more: [
      'Kunt u daar iets meer over zeggen?',
      'Vertelt u mij er alstublieft meer over.',
      'Kunt u dat uitgebreider beschrijven?',
    ],
    example: [
      'Kunt u mij een concreet voorbeeld geven?',
      'Is er een bepaalde keer die u kunt beschrijven?',
      'Welk geval herinnert u zich goed? Vertelt u daar eens over.',
    ],
    result: ['Hoe is het uiteindelijk afgelopen?', 'Wat was het resultaat?', 'Wat was er daarna anders?'],
    ownPart: ['Wat was precies uw eigen aandeel?', 'Wat hebt u zelf gedaan, en wat de anderen?'],
    measure: ['Hoe is dat gemeten?', 'Waar komen die cijfers vandaan?'],
    tool: [
      'Waarom hebt u juist die hulpmiddelen gebruikt?',
      'Wat zou u nu anders doen met de hulpmiddelen die u noemde?',
    ],
    repeat: ['Natuurlijk, nog een keer.', 'Graag. De vraag was deze.'],
    wait: ['Natuurlijk, denkt u rustig na.', 'Prima, ik wacht.'],
    lateTime: ['Onze tijd is bijna om, dus ik ga afronden.'],
    timeOver: ['Excuses dat ik u onderbreek: onze tijd is om.'],
    candidateQuestions: ['Nu is het uw beurt. Hebt u vragen voor het team? Ik geef ze door.'],
    passOn: [
      'Dat kan ik zelf niet beantwoorden. Ik geef het door aan het team.',
      'Het antwoord ken ik niet. Uw vraag gaat met dit gesprek naar het team.',
      'Dat moet een mens beantwoorden. Ik speel het door.',
    ],
    otherQuestions: [
      'Hebt u nog een vraag?',
      'Wilt u nog iets anders vragen?',
      'Wat wilt u verder nog weten?',
    ],
    skill: [
      'Voor deze functie is het volgende belangrijk: {skill}. Beschrijf een situatie waarin u dat nodig had.',
      'Er wordt ook gevraagd om het volgende: {skill}. Wat was de moeilijkste taak waarvoor u dat nodig had?',
    ],
    cannotHear: ['Helaas kan ik u niet horen, daarom beëindig ik het gesprek hier.'],
    closing: [
      'Dat was alles van mijn kant. Een mens zal dit gesprek beoordelen en contact met u opnemen. Hartelijk dank voor uw tijd en tot ziens.',
    ],
  },
  questions: {
    opening: [
      'Vertelt u om te beginnen iets over uzelf en over wat u op dit moment doet.',
      'Beschrijf eerst in een paar zinnen wie u bent en wat u tot nu toe hebt gedaan.',
    ],
    experience: [
      'Welke van uw eerdere taken heeft u het best op deze functie voorbereid, en wat deed u daar?',
      'Vertelt u over het werk dat het meest op deze functie lijkt.',
    ],
    problem: [
      'Vertelt u over een moeilijk probleem op het werk. Hoe vond u de oorzaak, en wat hebt u gedaan?',
      'Beschrijf een situatie waarin iets misging. Wat hebt u eraan gedaan?',
    ],
    motivation: [
      'Waarom wilt u deze functie, en waarom nu?',
      'Wat spreekt u aan in deze functie, en wat verwacht u ervan?',
    ],
    competency: {
      teamwork: ['Vertelt u over een meningsverschil met iemand uit uw team. Wat hebt u gedaan?'],
      communication: ['Vertelt u over een keer dat u iemand iets moeilijks moest uitleggen.'],
      organisation: [
        'Vertelt u over een periode waarin meerdere taken tegelijk dringend waren. Hoe hebt u gekozen?',
      ],
      learning: ['Vertelt u over iets nieuws dat u snel moest leren. Hoe pakte u dat aan?'],
      pressure: ['Vertelt u over een keer dat u onder grote druk werkte. Wat hebt u gedaan?'],
      service: ['Vertelt u over iemand die niet tevreden was over uw werk. Wat hebt u gedaan?'],
      leadership: ['Vertelt u over een keer dat u verantwoordelijkheid voor anderen nam. Wat hebt u gedaan?'],
      accuracy: ['Vertelt u over een fout die u vond of maakte. Hoe bent u ermee omgegaan?'],
    },
  },
  cues: {
    alone: {
      stop: 'stop|stoppen|wacht|wacht even|wachten|even wachten|genoeg|stil|stilte|pauze|ho|hou op|houd op|moment|een moment|één moment|momentje|een seconde|één seconde|seconde|niet zo snel|nee wacht|nee stop|laat me uitpraten',
      again:
        'nogmaals|nog een keer|nog eens|opnieuw|sorry|pardon|wat|wat zegt u|wat zeg je|hè|excuseer|herhaal|herhalen|herhaling|wablief|langzamer|harder|excuseert u mij',
      beside: 'alstublieft|alsjeblieft|graag|oh|ah|eh|meneer|mevrouw|de vraag|kunt u|even|dat|nu|eens',
    },
    repeat:
      /herha|nog (?:een keer|eens|een maal)|niet (?:goed )?(?:verstaan|gehoord|begrepen)|wat (?:was|is) de vraag/u,
    wait: /(?:een|één) (?:moment|ogenblik|seconde|minuut)|momentje|even (?:nadenken|denken)/u,
    decline:
      /weet (?:ik )?(?:het )?niet|geen idee|schiet me niets te binnen|liever niet|overslaan|kan ik niet (?:zeggen|beantwoorden)/u,
    noQuestions: /^nee\b|geen (?:verdere |andere )?vragen|dat (?:was|is) alles|niets meer|verder niet/u,
    example:
      /bijvoorbeeld|een keer|ooit|vorig(?:e)? (?:jaar|maand|week|zomer|winter)|toen\b|destijds|(?:jaar|maanden|weken) geleden/u,
    result:
      /resultaat|uiteindelijk|ten slotte|daardoor|sindsdien|daarna|gelukt|opgelost|verbeter|verminder|verlaag|verhoog|bespaar|geleerd/u,
    team: /\bwij\b|\bwe\b|\bons\b|onze|team|collega|samen/u,
  },
};

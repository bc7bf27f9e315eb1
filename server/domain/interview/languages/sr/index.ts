import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const serbian: InterviewTexts = {
  code: 'sr',
  notice,
  mail,
  practice: {
    question: 'Ovo je samo vežba i ništa se ne snima. Šta volite da radite u slobodno vreme?',
    thanks: 'Hvala, uspelo je. Razgovor počinje kada ga vi započnete.',
  },
  phrases: {
    greeting: ['Dobar dan i dobro došli.'],
    introduction: [
      'Ja sam automatski sagovornik: računarski program, a ne čovek. U svakom trenutku možete tražiti da ponovim pitanje.',
    ],
    aboutRole: ['Razgovaraćemo o ovom radnom mestu: {role}.'],
    thanks: [
      'Hvala lepo.',
      'Hvala, razumem.',
      'U redu.',
      'Hvala na objašnjenju.',
      'Dobro, hvala.',
      'Hvala na odgovoru.',
    ],
    next: ['Idemo dalje.', 'Moje sledeće pitanje je o vašem načinu rada.', 'Pređimo na drugu temu.'],
    toProblem: ['Sada bih da čujem kako se nosite sa problemom.'],
    toMotivation: ['Sada jedno pitanje o vašoj motivaciji.'],
    silence: ['Ne morate da žurite.', 'Odgovorite kada budete spremni.', 'Imamo vremena, slušam.'],
    moveOn: ['Onda ćemo ostaviti ovo pitanje.', 'U redu je, preskočićemo ga.', 'Nema problema, nastavimo.'],
    more: [
      'Možete li da kažete nešto više o tome?',
      'Recite mi više o tome, molim vas.',
      'Možete li to da opišete detaljnije?',
    ],
    example: [
      'Možete li da navedete konkretan primer?',
      'Postoji li određena prilika koju možete da opišete?',
      'Ispričajte, molim vas, jedan slučaj kojeg se dobro sećate.',
    ],
    result: ['Kako se to na kraju završilo?', 'Kakav je bio rezultat?', 'Šta se time promenilo?'],
    ownPart: ['Šta je tačno bio vaš sopstveni udeo u tome?', 'Šta ste uradili vi, a šta drugi?'],
    measure: ['Kako je to izmereno?', 'Odakle potiču ti brojevi?'],
    tool: ['Zašto baš ti alati?', 'Šta biste danas drugačije uradili sa alatima koje pominjete?'],
    repeat: ['Naravno, još jednom.', 'Rado. Pitanje je bilo ovo.'],
    wait: ['Naravno, razmislite na miru.', 'U redu, čekam.'],
    lateTime: ['Naše vreme skoro ističe, pa ću preći na kraj.'],
    timeOver: ['Izvinite što prekidam: naše vreme je isteklo.'],
    candidateQuestions: ['Sada je red na vas. Imate li pitanja za tim? Preneću ih.'],
    passOn: [
      'Na to ne mogu da odgovorim. Preneću timu.',
      'Ne znam odgovor. Vaše pitanje stiže timu zajedno sa ovim razgovorom.',
      'Na to treba da odgovori čovek. Proslediću.',
    ],
    otherQuestions: [
      'Imate li još neko pitanje?',
      'Želite li još nešto da pitate?',
      'Šta biste još želeli da znate?',
    ],
    skill: [
      'Za ovo radno mesto važno je sledeće: {skill}. Opišite, molim vas, situaciju u kojoj vam je to bilo potrebno.',
      'Ovde se traži i sledeće: {skill}. Koji je bio najteži zadatak za koji vam je to trebalo?',
    ],
    cannotHear: ['Nažalost, ne čujem vas, pa ovde završavam razgovor.'],
    closing: [
      'To je sve sa moje strane. Čovek će pogledati ovaj razgovor i javiti vam se. Hvala na vašem vremenu i doviđenja.',
    ],
  },
  questions: {
    opening: [
      'Za početak, recite mi nešto o sebi i o tome čime se sada bavite.',
      'Najpre opišite u nekoliko rečenica ko ste i šta ste do sada radili.',
    ],
    experience: [
      'Koji vas je dosadašnji zadatak najbolje pripremio za ovo radno mesto i šta ste tamo radili?',
      'Recite mi nešto o poslu koji je najbliži ovom radnom mestu.',
    ],
    problem: [
      'Ispričajte o teškom problemu na poslu. Kako ste pronašli uzrok i šta ste uradili?',
      'Opišite situaciju u kojoj je nešto pošlo naopako. Šta ste preduzeli?',
    ],
    motivation: [
      'Zašto želite ovo radno mesto i zašto sada?',
      'Šta vas privlači ovom radnom mestu i šta od njega očekujete?',
    ],
    competency: {
      teamwork: ['Ispričajte o neslaganju sa nekim iz vašeg tima. Šta ste uradili?'],
      communication: ['Ispričajte o prilici kada je trebalo nekome da objasnite nešto teško.'],
      organisation: ['Ispričajte o vremenu kada je više zadataka bilo hitno odjednom. Kako ste odlučili?'],
      learning: ['Ispričajte o nečem novom što ste morali brzo da naučite. Kako ste postupili?'],
      pressure: ['Ispričajte o prilici kada ste radili pod velikim pritiskom. Šta ste uradili?'],
      service: ['Ispričajte o nekome ko nije bio zadovoljan vašim radom. Šta ste uradili?'],
      leadership: ['Ispričajte o prilici kada ste preuzeli odgovornost za druge. Šta ste uradili?'],
      accuracy: ['Ispričajte o grešci koju ste našli ili napravili. Kako ste postupili sa njom?'],
    },
  },
  cues: {
    alone: {
      stop: 'stani|stanite|stoj|stop|čekaj|čekajte|sačekaj|sačekajte|polako|dosta|dovoljno|tišina|tiho|pauza|trenutak|samo trenutak|momenat|sekund|sekundu|samo malo|minut|prekini|prekinite|ne čekajte|ne stanite',
      again:
        'ponovo|još jednom|još jedanput|opet|molim|izvinite|izvini|izvinjavam se|pardon|šta|kako|kako molim|šta ste rekli|ponovite|ponovi|oprostite|sporije|glasnije',
      beside: 'molim vas|molim te|oh|hej|halo|pitanje|malo|gospodine|gospođo|možete li',
    },
    repeat: /ponov|još jednom|nisam (?:razumeo|razumela|čuo|čula|dobro)|koje je bilo pitanje/u,
    wait: /(?:samo )?(?:trenutak|sekund|momenat|malo sačekajte)|da razmislim/u,
    decline: /ne znam|nemam pojma|ništa mi ne pada|radije ne|ne bih|preskoč|ne mogu da odgovorim/u,
    noQuestions: /^ne\b|nemam|to je (?:to|sve)|ništa više|bez pitanja/u,
    example:
      /na primer|jednom|jednog dana|prošl(?:e|og)|kada|kad |tada|pre (?:\S+ )?(?:godin|mesec|nedelj)|sećam/u,
    result:
      /rezultat|na kraju|konačno|zahvaljujući|od tada|posle|uspe|poboljš|smanj|poveć|uštede|reši|popravi|nauči/u,
    team: /\bmi\b|naš|\btim|koleg|zajedno|\wli smo/u,
  },
};

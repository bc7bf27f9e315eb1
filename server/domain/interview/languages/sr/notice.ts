import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Ko pita',
    text: 'Pitanja za radno mesto „{role}“ postavlja računarski program. Niko ne sluša dok govorite, i program ništa ne odlučuje o vama.',
  },
  recorded: {
    title: 'Šta se snima',
    text: 'Vaš glas se snima, a računar ga pretvara u tekst. Čuva se i ono što kucate. Slike nema.',
  },
  scored: {
    title: 'Šta se ocenjuje',
    text: 'Računar na osnovu snimka ocenjuje vaš rečnik, tečnost i akcenat. Ocene pokazuju kako govorite jezik ovog razgovora. One ne ocenjuju ono što znate.',
    none: 'Način na koji govorite se ne ocenjuje.',
  },
  seen: { title: 'Ko to dobija', text: '{client} dobija sve to i odgovara za to šta se s tim radi.' },
  kept: {
    title: 'Koliko dugo se čuva',
    text: 'Od kraja razgovora:',
    recording: 'Snimak',
    transcript: 'Tekst',
    scores: 'Ocene',
    untilDeleted: 'dok {client} to ne obriše',
  },
  ask: {
    title: 'Kome se obratiti',
    text: 'Možete postaviti pitanja, zatražiti drugi oblik zbog invaliditeta, videti ili ispraviti svoje podatke, zatražiti njihovo brisanje, ili da vam se ocena objasni i da je pregleda čovek. Pišite onima koji su vas pozvali.',
    contact: 'Kontakt: {contact}',
    privacy: 'Obaveštenje o privatnosti: {url}',
  },
  without: {
    title: 'Ako se ne slažete',
    text: 'Ne morate da se složite. Tada se ništa ne snima i ovde nema razgovora; zamolite one koji su vas pozvali za drugi način. I ako se složite, razgovor možete završiti u svakom trenutku.',
  },
  added: '{client} dodaje',
  agree: {
    recorded: 'Ovo je pročitano i pristajem da budem sniman.',
    scored: 'Ovo je pročitano i pristajem da budem sniman i da računar oceni moj rečnik, tečnost i akcenat.',
  },
};

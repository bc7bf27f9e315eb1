import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Kto pyta',
    text: 'Pytania na stanowisko „{role}” zadaje program komputerowy. Żaden człowiek nie słucha podczas rozmowy, a program niczego nie rozstrzyga.',
  },
  recorded: {
    title: 'Co jest nagrywane',
    text: 'Głos jest nagrywany, a komputer zamienia go na tekst. Zachowywane jest też to, co zostanie napisane. Obrazu nie ma.',
  },
  scored: {
    title: 'Co jest oceniane',
    text: 'Na podstawie nagrania komputer ocenia słownictwo, płynność i akcent. Oceny pokazują, jak ktoś mówi w języku tej rozmowy. Nie oceniają wiedzy.',
    none: 'Sposób mówienia nie jest oceniany.',
  },
  seen: {
    title: 'Kto to otrzymuje',
    text: '{client} otrzymuje to wszystko i odpowiada za to, co się z tym dzieje.',
  },
  kept: {
    title: 'Jak długo jest przechowywane',
    text: 'Licząc od końca rozmowy:',
    recording: 'Nagranie',
    transcript: 'Tekst',
    scores: 'Oceny',
    untilDeleted: 'do czasu, gdy {client} to usunie',
  },
  ask: {
    title: 'Kogo zapytać',
    text: 'Można zadawać pytania, poprosić o inną formę z powodu niepełnosprawności, zobaczyć lub poprawić swoje dane, zażądać ich usunięcia albo wyjaśnienia oceny i sprawdzenia jej przez człowieka. Proszę napisać do osób, od których przyszło zaproszenie.',
    contact: 'Kontakt: {contact}',
    privacy: 'Informacja o prywatności: {url}',
  },
  without: {
    title: 'W razie braku zgody',
    text: 'Zgoda nie jest konieczna. Bez niej nic nie zostanie nagrane i rozmowa się tu nie odbędzie; proszę poprosić o inny sposób osoby, od których przyszło zaproszenie. Mimo zgody można zakończyć rozmowę w każdej chwili.',
  },
  added: '{client} dodaje',
  agree: {
    recorded: 'Znam tę treść i zgadzam się na nagrywanie.',
    scored:
      'Znam tę treść i zgadzam się na nagrywanie oraz na to, by komputer ocenił moje słownictwo, płynność i akcent.',
  },
};

import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const polish: InterviewTexts = {
  code: 'pl',
  notice,
  mail,
  practice: {
    question: 'To tylko ćwiczenie i nic nie jest nagrywane. Co lubi Pan lub Pani robić w wolnym czasie?',
    thanks: 'Dziękuję, to zadziałało. Rozmowa zacznie się, gdy zostanie uruchomiona.',
  },
  phrases: {
    greeting: ['Dzień dobry, witam serdecznie.'],
    introduction: [
      'Jestem automatycznym rozmówcą: programem komputerowym, nie człowiekiem. W każdej chwili można poprosić mnie o powtórzenie pytania.',
    ],
    aboutRole: ['Porozmawiamy o tym stanowisku: {role}.'],
    thanks: [
      'Dziękuję bardzo.',
      'Dziękuję, rozumiem.',
      'Dobrze.',
      'Dziękuję za wyjaśnienie.',
      'W porządku, dziękuję.',
      'Dziękuję za odpowiedź.',
    ],
    next: ['Przejdźmy dalej.', 'Moje następne pytanie dotyczy sposobu pracy.', 'Przejdźmy do innego tematu.'],
    toProblem: ['Teraz chcę usłyszeć o radzeniu sobie z problemem.'],
    toMotivation: ['Teraz pytanie o motywację.'],
    silence: ['Proszę się nie spieszyć.', 'Proszę odpowiedzieć w dogodnej chwili.', 'Mamy czas, słucham.'],
    moveOn: [
      'W takim razie zostawmy to pytanie.',
      'Nic nie szkodzi, pomińmy je.',
      'Nie ma problemu, idźmy dalej.',
    ],
    more: [
      'Czy można prosić o nieco więcej na ten temat?',
      'Proszę opowiedzieć o tym więcej.',
      'Proszę opisać to dokładniej.',
    ],
    example: [
      'Czy można prosić o konkretny przykład?',
      'Czy jest jedna szczególna sytuacja, którą można opisać?',
      'Proszę opowiedzieć o jednym dobrze zapamiętanym przypadku.',
    ],
    result: ['Jak to się ostatecznie skończyło?', 'Jaki był wynik?', 'Co się dzięki temu zmieniło?'],
    ownPart: [
      'Jaki dokładnie był w tym Pani lub Pana własny udział?',
      'Co było zadaniem własnym, a co zrobili inni?',
    ],
    measure: ['Jak to zostało zmierzone?', 'Skąd pochodzą te liczby?'],
    tool: [
      'Dlaczego właśnie te narzędzia?',
      'Co dziś warto byłoby zrobić inaczej z wymienionymi narzędziami?',
    ],
    repeat: ['Oczywiście, jeszcze raz.', 'Chętnie. Pytanie brzmiało tak.'],
    wait: ['Oczywiście, proszę się zastanowić.', 'Dobrze, poczekam.'],
    lateTime: ['Nasz czas się kończy, więc przejdę do zakończenia.'],
    timeOver: ['Przepraszam, że przerywam: nasz czas się skończył.'],
    candidateQuestions: ['Teraz kolej na pytania do zespołu. Czy są jakieś pytania? Przekażę je.'],
    passOn: [
      'Na to nie mogę odpowiedzieć. Przekażę to zespołowi.',
      'Nie znam odpowiedzi. To pytanie trafi do zespołu razem z tą rozmową.',
      'Na to powinien odpowiedzieć człowiek. Przekażę dalej.',
    ],
    otherQuestions: [
      'Czy jest jeszcze jakieś pytanie?',
      'Czy jest coś jeszcze, o co warto zapytać?',
      'O czym jeszcze chcemy porozmawiać z zespołem?',
    ],
    skill: [
      'Na tym stanowisku ważne jest: {skill}. Proszę opisać sytuację, w której to było potrzebne.',
      'Oczekuje się tu także: {skill}. Jakie było najtrudniejsze zadanie, które tego wymagało?',
    ],
    cannotHear: ['Niestety nic nie słyszę, dlatego kończę rozmowę.'],
    closing: [
      'To wszystko z mojej strony. Człowiek zapozna się z tą rozmową i odezwie się. Dziękuję za poświęcony czas i do widzenia.',
    ],
  },
  questions: {
    opening: [
      'Na początek proszę opowiedzieć o sobie i o obecnym zajęciu.',
      'Na początek proszę opisać w kilku zdaniach swoją osobę i dotychczasową drogę zawodową.',
    ],
    experience: [
      'Które z dotychczasowych zadań najlepiej przygotowuje do tego stanowiska i na czym polegało?',
      'Proszę opowiedzieć o pracy, która jest najbliższa temu stanowisku.',
    ],
    problem: [
      'Proszę opowiedzieć o trudnym problemie w pracy. Jak udało się znaleźć przyczynę i co było dalej?',
      'Proszę opisać sytuację, w której coś poszło nie tak. Jaka była Pani lub Pana reakcja?',
    ],
    motivation: [
      'Skąd zainteresowanie tym stanowiskiem i dlaczego teraz?',
      'Co jest pociągające w tym stanowisku i jakie są oczekiwania wobec niego?',
    ],
    competency: {
      teamwork: ['Proszę opowiedzieć o różnicy zdań z kimś z zespołu. Jak to rozwiązano?'],
      communication: ['Proszę opowiedzieć o sytuacji, w której trzeba było komuś wyjaśnić coś trudnego.'],
      organisation: [
        'Proszę opowiedzieć o sytuacji, w której kilka zadań było pilnych naraz. Według czego zapadła decyzja?',
      ],
      learning: [
        'Proszę opowiedzieć o czymś nowym, czego trzeba było szybko się nauczyć. Jak to przebiegało?',
      ],
      pressure: ['Proszę opowiedzieć o pracy pod dużą presją. Co wtedy pomogło?'],
      service: ['Proszę opowiedzieć o kimś niezadowolonym z Pani lub Pana pracy. Co było dalej?'],
      leadership: [
        'Proszę opowiedzieć o sytuacji, w której trzeba było wziąć odpowiedzialność za innych. Co było najtrudniejsze?',
      ],
      accuracy: ['Proszę opowiedzieć o znalezionym lub popełnionym błędzie. Jak został naprawiony?'],
    },
  },
  cues: {
    alone: {
      stop: 'stop|stój|przestań|przestać|proszę przestać|czekaj|czekać|poczekaj|poczekać|zaczekaj|zaczekać|dość|dosyć|wystarczy|cisza|cicho|pauza|chwila|chwileczkę|chwileczka|chwilę|moment|momencik|sekunda|sekundę|sekundkę|nie stop|nie czekaj|nie zaczekaj',
      again:
        'jeszcze raz|słucham|co|proszę|przepraszam|pardon|powtórz|powtórzyć|że co|jak|ponownie|wolniej|głośniej|sorry',
      beside: 'pan|pani|och|ach|halo|hej|pytanie|bardzo|o|jedną',
    },
    repeat: /powtór|jeszcze raz|nie (?:zrozumiał|usłyszał|dosłyszał|rozumiem pytania)|jakie było pytanie/u,
    wait: /chwil|momen|sekund|muszę pomyśleć|zastanowi/u,
    decline:
      /nie wiem|nie mam pojęcia|nic mi nie przychodzi|wol(?:ę|ał\w*) nie|pomiń|nie (?:mogę|potrafię) odpowiedzieć/u,
    noQuestions: /^nie\b|nie mam (?:więcej |innych |żadnych )?pyta|to wszystko|nic więcej|żadnych/u,
    example:
      /na przykład|kiedyś|pewnego|w zeszłym|w ubiegłym|gdy\b|kiedy\b|wtedy|(?:lat|lata|rok|miesięcy|tygodni) temu|pamiętam/u,
    result:
      /wynik|rezultat|w końcu|ostatecznie|dzięki temu|od tamtej|potem|udało|poprawi|zmniejsz|zwiększ|oszczędz|rozwiąza|naprawi|nauczy/u,
    team: /\bmy\b|nasz|zesp[oó]ł|zespole|koleg|koleż|współprac|razem|\wliśmy/u,
  },
};

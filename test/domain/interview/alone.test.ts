import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hear } from '#server/domain/interview/heard.ts';
import { interviewLanguages } from '#server/domain/interview/languages/registry.ts';

/** What is said over the interviewer, and nothing else: to stop it, to hear it again, and what wants neither. */
const said: Record<string, { stop: string[]; again: string[]; neither: string[] }> = {
  en: {
    stop: [
      'Stop.',
      'Stop, please!',
      'Wait, wait.',
      'No, wait.',
      'Hold on please.',
      'Enough.',
      'Oh, just a second.',
    ],
    again: [
      'Sorry?',
      'Again, please.',
      'Pardon me?',
      'What?',
      'Sorry, what was that?',
      'Once more, please.',
      "I'm sorry?",
    ],
    neither: [
      'Yes.',
      'Okay.',
      'Mhm, right.',
      'Uh-huh.',
      'No, sorry.',
      'I see.',
      'We stop.',
      'Thank you, sir.',
      'Really?',
      'What else',
    ],
  },
  de: {
    stop: ['Stopp!', 'Moment, bitte.', 'Warten Sie bitte.', 'Nein, halt!'],
    again: ['Wie bitte?', 'Noch einmal, bitte.', 'Entschuldigung?', 'Bitte nochmal.'],
    neither: ['Ja, genau.', 'Gut.', 'Was noch', 'Ja bitte.', 'Danke.'],
  },
  es: {
    stop: ['¡Pare!', 'Espere, por favor.', 'Un momento.'],
    again: ['¿Perdón?', 'Otra vez, por favor.', '¿Cómo?'],
    neither: ['Sí, claro.', 'Vale.', 'Para nada', 'Gracias, señora.'],
  },
  fr: {
    stop: ['Stop !', 'Attendez, s’il vous plaît.', 'Un instant.'],
    again: ['Pardon ?', 'Encore une fois, s’il vous plaît.', 'Comment ?'],
    neither: ['Oui, bien sûr.', 'D’accord.', 'Merci, monsieur.'],
  },
  pt: {
    stop: ['Pare!', 'Espera aí.', 'Um momento, por favor.'],
    again: ['Desculpe?', 'Mais uma vez, por favor.', 'Como?'],
    neither: ['Sim, claro.', 'Certo.', 'Obrigado.'],
  },
  it: {
    stop: ['Basta!', 'Aspetti, per favore.', 'Un attimo.'],
    again: ['Scusi?', 'Ancora una volta, per favore.', 'Come, scusi?'],
    neither: ['Sì, certo.', 'Va bene.', 'Grazie, signora.'],
  },
  nl: {
    stop: ['Stop!', 'Wacht even, alstublieft.', 'Een moment.'],
    again: ['Sorry?', 'Nog een keer, graag.', 'Wat zegt u?'],
    neither: ['Ja, precies.', 'Goed.', 'Dank u, meneer.'],
  },
  hi: {
    stop: ['रुकिए।', 'एक मिनट, प्लीज़।', 'ज़रा ठहरिए।'],
    again: ['फिर से, कृपया।', 'माफ़ कीजिए?', 'क्या?'],
    neither: ['जी हाँ।', 'जी।', 'ठीक है।'],
  },
  zh: {
    stop: ['停！', '请等一下。', '等等。'],
    again: ['什么？', '请再说一遍。', '不好意思？'],
    neither: ['好的。', '嗯。', '什么都做过。', '是的。'],
  },
  ja: {
    stop: ['ストップ。', 'ちょっと待ってください。', '待って。'],
    again: ['すみません？', 'もう一度お願いします。', 'えっ？'],
    neither: ['はい。', 'ええ。', 'えーと、十年です。', 'すみません、初めてです。'],
  },
  ko: {
    stop: ['그만!', '잠깐만요.', '잠시만 기다려 주세요.'],
    again: ['다시 한번 말씀해 주세요.', '뭐라고요?', '죄송합니다?'],
    neither: ['네.', '네, 맞아요.', '좋습니다.'],
  },
  ar: {
    stop: ['توقف!', 'انتظر من فضلك.', 'لحظة.'],
    again: ['عفواً؟', 'مرة أخرى من فضلك.', 'ماذا؟'],
    neither: ['نعم.', 'حسنا.', 'شكرا.'],
  },
  tr: {
    stop: ['Durun!', 'Bir dakika lütfen.', 'Bekleyin.'],
    again: ['Efendim?', 'Bir daha lütfen.', 'Pardon?'],
    neither: ['Evet efendim.', 'Tamam.', 'Bir anım var.'],
  },
  pl: {
    stop: ['Stop!', 'Chwileczkę, proszę.', 'Proszę przestać.'],
    again: ['Słucham?', 'Jeszcze raz, proszę.', 'Przepraszam?'],
    neither: ['Tak, dobrze.', 'Rozumiem.', 'Dziękuję pani.'],
  },
  ru: {
    stop: ['Стоп!', 'Подождите, пожалуйста.', 'Минутку.'],
    again: ['Что?', 'Ещё раз, пожалуйста.', 'Простите?'],
    neither: ['Да, конечно.', 'Хорошо.', 'Что касается опыта, он есть.'],
  },
  sr: {
    stop: ['Stanite!', 'Сачекајте, молим вас.', 'Samo trenutak.'],
    again: ['Молим?', 'Još jednom, molim vas.', 'Šta?'],
    neither: ['Da, tako je.', 'Добро.', 'Šta god treba.'],
  },
};

test('each language of interviews is tried', () => {
  assert.deepEqual(Object.keys(said).toSorted(), [...interviewLanguages].toSorted());
});

for (const [language, { stop, again, neither }] of Object.entries(said)) {
  test(`"stop" and "again" alone are understood, in ${language}`, () => {
    const wants = (texts: string[]) => texts.map((text) => `${text} ${hear(text, language).wants}`);
    assert.deepEqual(
      wants(stop),
      stop.map((text) => `${text} wait`),
    );
    assert.deepEqual(
      wants(again),
      again.map((text) => `${text} repeat`),
    );
    assert.deepEqual(
      wants(neither),
      neither.map((text) => `${text} null`),
    );
  });
}

test('in a story such words want nothing', () => {
  for (const text of [
    'They told us to stop the line, and I did it again.',
    'I said sorry to the customer and we went on.',
    'Enough people came.',
  ]) {
    assert.equal(hear(text, 'en').wants, null, text);
  }
});

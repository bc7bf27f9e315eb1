import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageDetector } from '#server/engines/written-language/eld.ts';

const detector = createLanguageDetector();

for (const [language, text] of [
  ['en', 'I have worked in the field of accounting for ten years and lead a team of five'],
  ['de', 'Ich habe die Leitung der Buchhaltung und bin für den Abschluss und die Berichte mit zuständig'],
  ['fr', 'Gestion de la comptabilité et des relations avec les clients pour le groupe dans la région'],
  ['es', 'Gestión de la contabilidad y de los informes para el grupo, con un equipo en la región'],
  ['ru', 'Руководил отделом бухгалтерии и готовил отчёты для клиентов'],
  ['sr', 'Водио сам одељење рачуноводства и припремао извештаје за клијенте'],
  ['ja', '経理部門を率いて、顧客のための報告書を作成しました'],
  ['zh', '负责财务部门并为客户编写报告'],
  ['ko', '회계 부서를 이끌고 보고서를 작성했습니다'],
  ['ar', 'قدت قسم المحاسبة وأعددت التقارير للعملاء'],
  ['hi', 'लेखा विभाग का नेतृत्व किया और ग्राहकों के लिए रिपोर्ट तैयार की'],
  ['en', 'Managed a team of twelve accountants'],
  ['es', 'Responsable de un equipo de doce contables'],
  ['fr', "Encadrement d'une équipe de douze comptables"],
  ['de', 'Leitung eines Teams von zwölf Buchhaltern'],
  ['pt', 'Coordenei uma equipa de doze contabilistas'],
  ['it', 'Gestione di una squadra di dodici contabili'],
  ['nl', 'Leidinggegeven aan een team van twaalf boekhouders'],
  ['tr', 'Bölge ofisinde on iki muhasebeciden oluşan ekibi yönettim'],
  ['pl', 'Kierowałem zespołem dwunastu księgowych w biurze'],
  ['sr', 'Vodio sam tim od dvanaest računovođa u kancelariji'],
] as const) {
  test(`knows a text in ${language}`, async () => assert.equal(await detector.of(text), language));
}

test('does not guess where nothing tells', async () => {
  for (const text of ['', '2019', 'SAP, SQL, 2019']) assert.equal(await detector.of(text), null, text);
});

test('a text in a language without a pack has none', async () => {
  assert.equal(await detector.of('Ansvarig för bokföring och månadsrapporter till företagets ledning'), null);
});

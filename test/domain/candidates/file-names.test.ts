import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNamedAfter } from '#server/domain/candidates/file-names.ts';

for (const [fileName, name, is] of [
  ['Anna Kowalska.pdf', 'Anna Kowalska', true],
  ['CV_Kowalska-Anna (2).docx', 'Anna Kowalska', true],
  ['AnnaKowalskaCV.pdf', 'Anna Kowalska', true],
  ['annakowalska.pdf', 'Anna Kowalska', true],
  ['zoe müller lebenslauf.doc', 'Zoë Muller', true],
  ['Lukasz Wójcik.pdf', 'Łukasz Wojcik', true],
  ['Anna Nowak.pdf', 'Anna Kowalska', false],
  ['Kowalska.pdf', 'Anna Kowalska', false],
  ['joanne leeds.pdf', 'Ann Lee', false],
  ['Anna.pdf', 'Anna', false],
  ['scan.pdf', '', false],
] as const)
  test(`${fileName} ${is ? 'is' : 'is not'} ${name}'s`, () => assert.equal(isNamedAfter(fileName, name), is));

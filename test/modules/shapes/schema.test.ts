import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { idOf, listOf, object, orNull, ref, referredBy, text } from '#server/modules/shapes/schema.ts';

const Leg = Type.Object({ length: text('Of it.') }, { $id: 'TestLeg' });
const Table = object('A table.', { legs: listOf(Leg, 'All of them.') });
const Room = Type.Object(
  { table: orNull(ref(Type.Object({ ...Table.properties }, { $id: 'TestTable' }), 'In its middle.')) },
  { $id: 'TestRoom' },
);

test('what a description refers to is found with all that this refers to', () => {
  const found = referredBy({ anyOf: [{ $ref: idOf(Room) }, { type: 'null' }] });
  assert.deepEqual([...found.keys()].toSorted(), ['TestLeg', 'TestRoom', 'TestTable']);
  assert.equal(found.get('TestRoom'), Room);
});

test('a name is of one schema alone, and who is referred to has one', () => {
  assert.throws(() => idOf(Type.Object({}, { $id: 'TestLeg' })), /Two schemas are named "TestLeg"/);
  assert.throws(() => ref(Table, 'Without a name.'), /needs an \$id/);
});

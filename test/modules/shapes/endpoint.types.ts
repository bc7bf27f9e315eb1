import Fastify from 'fastify';
import { Type } from 'typebox';
import { answer, type Endpoint, publicRoute, sent } from '#server/modules/shapes/endpoint.ts';
import { byStatus, listOf, orNull, ref, text } from '#server/modules/shapes/schema.ts';

/** Checked by the compiler alone: each line that must not compile says so, and is an error once it does. */
const Colour = Type.Enum(['red', 'green'], { $id: 'Colour' });
const Part = Type.Object({ name: text('Its name.') }, { $id: 'Part' });
const Waiting = Type.Object({ status: Type.Literal('waiting') }, { $id: 'Waiting' });
const Made = Type.Object(
  {
    status: Type.Literal('made'),
    colour: ref(Colour, 'Its colour.'),
    parts: listOf(Part, 'What it is made of.'),
    maker: orNull(ref(Part, 'Null where nobody knows.')),
  },
  { $id: 'Made' },
);
const Thing = byStatus('Thing', 'A thing.', { waiting: Waiting, made: Made });

const about = { operationId: 'a', summary: 'b', description: 'c', tag: 'd', url: '/things/:id' } as const;
const contract = {
  get: {
    ...about,
    method: 'GET',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ limit: Type.Integer() }),
    answers: { 200: answer(Thing, 'A thing.', { waiting: { status: 'waiting' } }) },
  },
  file: {
    ...about,
    method: 'GET',
    answers: { 200: { description: 'Sound.', content: { 'audio/wav': Type.String() }, examples: {} } },
  },
} satisfies Record<string, Endpoint>;

const app = Fastify();
const thing = { status: 'made', colour: 'red', parts: [{ name: 'leg' }], maker: null } as const;

publicRoute(app, contract.get, async () => thing);
publicRoute(app, contract.get, async ({ params, query }) => ({
  ...thing,
  parts: [{ name: params.id.repeat(query.limit) }],
}));
publicRoute(app, contract.get, async () => (Math.random() > 2 ? { status: 'waiting' as const } : thing));
// @ts-expect-error: another shape
publicRoute(app, contract.get, async () => ({ ...thing, maker: 'me' }));
// @ts-expect-error: a value that a named schema does not have
publicRoute(app, contract.get, async () => ({ ...thing, colour: 'blue' as const }));
// @ts-expect-error: a field is missing
publicRoute(app, contract.get, async () => ({ status: 'made' as const, colour: 'red' as const }));
// @ts-expect-error: a field that the contract does not name
publicRoute(app, contract.get, async () => ({ ...thing, secret: 'shown' }));
// @ts-expect-error: nor may a part have one
publicRoute(app, contract.get, async () => ({ ...thing, parts: [{ name: 'leg', secret: 'shown' }] }));
// @ts-expect-error: nor one that may be null
publicRoute(app, contract.get, async () => ({ ...thing, maker: { name: 'me', secret: 'shown' } }));
// @ts-expect-error: no such param
publicRoute(app, contract.get, async ({ params }) => ({ ...thing, parts: [{ name: params.name }] }));
publicRoute(app, contract.file, async (_request, reply) => reply.send('sound'));
// @ts-expect-error: a file is sent by its route
publicRoute(app, contract.file, async () => ({ bytes: 1 }));

sent(Part, { one: { name: 'leg' } });
// @ts-expect-error: an example of another shape
sent(Part, { one: { title: 'leg' } });
// @ts-expect-error: an example of another shape
answer(Made, 'Made.', { made: { ...thing, colour: 'blue' } });

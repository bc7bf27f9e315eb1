import ajvCompiler from '@fastify/ajv-compiler';

const validators = ajvCompiler();
type Compile = ReturnType<typeof validators>;

/** Fastify calls a validator and reads its `errors`; nothing else of ajv's function is asked for. */
function whenFirstAsked(compile: () => ReturnType<Compile>): ReturnType<Compile> {
  let compiled: ReturnType<Compile> | undefined;
  const validate = (value: unknown) => {
    compiled ??= compile();
    const verdict = compiled(value);
    validate.errors = compiled.errors;
    return verdict;
  };
  validate.errors = undefined as ReturnType<Compile>['errors'];
  return validate as ReturnType<Compile>;
}

/**
 * How schemas of routes become code, as factories: a part of the interface with schemas of its own builds its compilers anew.
 *
 * - A request's schema is compiled when its route is first asked; compiling all of them at once was most of a start.
 * - An answer is written as it is: a schema that silently drops or converts fields would hide mistakes.
 */
export const schemaCompilers = {
  buildValidator(...options: Parameters<typeof validators>): Compile {
    const compile = validators(...options);
    return (route) => whenFirstAsked(() => compile(route));
  },
  buildSerializer: () => () => (answer: unknown) => JSON.stringify(answer),
};

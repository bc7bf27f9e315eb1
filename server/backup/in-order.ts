/**
 * Several at a time, results in the order of what came in.
 *
 * @param atOnce how many may be under way
 */
export async function* inOrder<Input, Output>(
  inputs: AsyncIterable<Input>,
  atOnce: number,
  work: (input: Input) => Promise<Output>,
): AsyncGenerator<Output> {
  const underWay: Promise<Output>[] = [];
  try {
    for await (const input of inputs) {
      const made = work(input);
      // Heard when it is its turn; until then it must not end the process.
      made.catch(() => undefined);
      underWay.push(made);
      if (underWay.length >= atOnce) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** A listener that never throws: an error in an event loop or a library would end the process, and with it all of its interviews. */
export const guarded =
  <Args extends unknown[]>(listener: (...args: Args) => void, onFault: (error: unknown) => void) =>
  (...args: Args): void => {
    try {
      listener(...args);
    } catch (error) {
      onFault(error);
    }
  };

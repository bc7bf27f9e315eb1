/** How one part of the settings is read: each fault is noted and the reading goes on, so that all are told at once. */
export interface Reader {
  text: (name: string, fallback: string) => string;
  number: (name: string, fallback: number, min: number, max: number) => number;
  oneOf: <Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) => Choice;
  faults: string[];
}

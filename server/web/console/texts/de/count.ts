/** "1 Datei", "12.345 Dateien". */
export const count = (number: number, one: string, many: string): string =>
  `${formatted(number)} ${number === 1 ? one : many}`;

/** "12.345" */
export const formatted = (number: number): string => number.toLocaleString('de');

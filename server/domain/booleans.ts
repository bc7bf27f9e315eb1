/** A boolean as programs write it: true, True, 1, false, False, 0; undefined for anything else. */
export function booleanOf(text: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(text)) return true;
  return /^(?:false|0)$/i.test(text) ? false : undefined;
}

/** A recording has so many speakers at most. */
const most = 4;

/**
 * How many people speak, where a submission's metadata says so: `speakers`, a number from 1 to 4. Null for anything else: metadata is
 * the client's own, and may mean something else by it.
 */
export function knownSpeakersOf(metadata: Readonly<Record<string, unknown>>): number | null {
  const { speakers } = metadata;
  const count = typeof speakers === 'string' && speakers.trim() !== '' ? Number(speakers) : speakers;
  return typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= most ? count : null;
}

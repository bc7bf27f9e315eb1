/** The captions with one more: a new one at the end, a changed one in its place. One without words was none, and goes. */
export function withCaption<Caption extends { id: string; text: string }>(
  captions: readonly Caption[],
  caption: Caption,
): Caption[] {
  if (caption.text === '') return captions.filter(({ id }) => id !== caption.id);
  const at = captions.findIndex(({ id }) => id === caption.id);
  return at < 0 ? [...captions, caption] : captions.with(at, caption);
}

const plain: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd' };

/** Lower case, without diacritics, punctuation and doubled spaces: how headings and names are compared. */
export function foldWords(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // Letters that Unicode does not take apart.
      .replace(/[ıłøđ]/g, (letter) => plain[letter]!)
      .replace(/ß/g, 'ss')
      .replace(/&/g, ' and ')
      .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
      .trim()
  );
}

/** A pattern of whole words from alternatives parted by "|", for text in any script. */
export function wholeWords(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
}

/** A text as part of a regular expression that finds it. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

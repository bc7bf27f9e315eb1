/** Browsers give up on some files without saying so. */
const GIVE_UP_MS = 4000;

/** How long a recording is, in milliseconds; null where the browser cannot tell. */
export function durationOf(file: File): Promise<number | null> {
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const sound = new Audio();
    const tell = () => {
      clearTimeout(timer);
      sound.onloadedmetadata = null;
      sound.onerror = null;
      resolve(Number.isFinite(sound.duration) ? Math.round(sound.duration * 1000) : null);
      sound.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
    const timer = setTimeout(tell, GIVE_UP_MS);
    sound.preload = 'metadata';
    sound.onloadedmetadata = tell;
    sound.onerror = tell;
    sound.src = url;
  });
}

/** SHA-256 of a file's content, hex. Null on pages without https, where browsers do not calculate it. */
export async function contentHashOf(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

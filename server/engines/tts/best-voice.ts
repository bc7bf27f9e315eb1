import { chooseVoice, type TtsEngine, TtsError } from './port.ts';
import { withoutLeadingSilence } from './trim-silence.ts';

/**
 * Several engines as one: each sentence is spoken by the first that knows the language. Where that fails before its first sound, another
 * one speaks, so that an interview does not fall silent; half a sentence is not begun anew. Silence in front is left out.
 */
export function createBestVoice(
  engines: readonly TtsEngine[],
  { onFailure }: { onFailure?: (engine: string, error: Error) => void } = {},
): TtsEngine {
  const voices = engines.flatMap((engine) => engine.voices);
  return {
    id: engines.map(({ id }) => id).join('+'),
    voices,
    async *speak(request) {
      const chosen = chooseVoice('This installation', voices, request);
      const able = engines.filter((engine) =>
        engine.voices.some(({ languages }) => languages.includes(request.language)),
      );
      const wanted = engines.find((engine) => engine.voices.includes(chosen))!;
      const tries = [wanted, ...able.filter((engine) => engine !== wanted)];
      const { voice: _, ...own } = request;
      for (const [index, engine] of tries.entries()) {
        let hasSpoken = false;
        try {
          for await (const samples of withoutLeadingSilence(engine.speak(index === 0 ? request : own))) {
            hasSpoken = true;
            yield samples;
          }
          return;
        } catch (error) {
          if (!(error instanceof TtsError) || hasSpoken || index === tries.length - 1) throw error;
          onFailure?.(engine.id, error);
        }
      }
    },
    async check() {
      const checks = await Promise.all(engines.map((engine) => engine.check()));
      return { ok: checks.some(({ ok }) => ok), detail: checks.map(({ detail }) => detail).join('; ') };
    },
  };
}

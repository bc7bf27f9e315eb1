/** What there is in the sound's own thread; the library of types does not know it. */

interface WorkletProcessor {
  readonly port: MessagePort;
}

interface WorkletScope {
  AudioWorkletProcessor: new () => WorkletProcessor;
  registerProcessor(
    name: string,
    processor: new () => WorkletProcessor & {
      process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
    },
  ): void;
  sampleRate: number;
}

const scope = globalThis as unknown as WorkletScope;

export const Processor = scope.AudioWorkletProcessor;
export const sampleRate = scope.sampleRate;
export const register: WorkletScope['registerProcessor'] = (name, processor) =>
  scope.registerProcessor(name, processor);

/** ONNX Runtime, quiet. The one way to it: `scripts/check-imports.ts` refuses any other. */
import './quiet-runtime.ts';

export * from 'onnxruntime-node';

/** ONNX Runtime, quiet. The one way to it: `scripts/import-rules.ts` refuses any other. */
import './quiet-runtime.ts';

export * from 'onnxruntime-node';

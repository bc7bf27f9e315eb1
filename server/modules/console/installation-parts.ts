import type { ModelInfo } from './contract/installation.ts';

/** What is there of models, told by whoever knows their folders. */
export interface ModelInventory {
  /** Of installed models. */
  folder: string;
  /** Nothing may be downloaded. */
  isOffline: boolean;
  inventory(): Promise<ModelInfo[]>;
}

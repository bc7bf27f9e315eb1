import { pipeline } from '../../../pipeline/pipeline.ts';
import type { SearchEngines } from './engines.ts';
import { rankCandidates } from './rank-candidates.ts';
import type { SearchInput } from './state.ts';

/** From those who may be meant to those who are, each with reasons. */
export const searchPipeline = pipeline<SearchInput, SearchEngines>('cvds').add(rankCandidates);

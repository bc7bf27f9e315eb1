import { resolve } from 'node:path';
import { workerData } from 'node:worker_threads';
import { createCvReader } from '../../engines/cv-files/reader.ts';
import { createDocxReader } from '../../engines/docx/docx.ts';
import { openStatements } from '../../engines/embeddings/onnx/statements.ts';
import { openStaticEmbeddings } from '../../engines/embeddings/static/engine.ts';
import type { LanguageModel } from '../../engines/language-model/chat.ts';
import { createOpenAiNarrator } from '../../engines/narrator/openai.ts';
import { findOcr } from '../../engines/pdf/ocr.ts';
import { createPdfReader } from '../../engines/pdf/pdfjs.ts';
import { loadTaxonomies, loadTitles } from '../../engines/skills/files.ts';
import { createLanguageDetector } from '../../engines/written-language/eld.ts';
import type { CvEngines } from '../../modules/matching/pipeline/engines.ts';
import { matchPipeline, readingPipeline } from '../../modules/matching/pipeline/pipeline.ts';
import type { SearchEngines } from '../../modules/search/pipeline/engines.ts';
import { searchPipeline } from '../../modules/search/pipeline/pipeline.ts';
import { inTime } from '../in-time.ts';
import type { LaneData } from '../protocol.ts';
import { parserVersion } from './parser-version.ts';
import { serveLane } from './serve-lane.ts';

const models = resolve(import.meta.dirname, '../../../models');

/** A thread that runs steps of CV matching and of CV search, with engines of its own. */
export default serveLane<CvEngines & SearchEngines>({
  steps: [...matchPipeline.steps, ...readingPipeline.steps, ...searchPipeline.steps],

  async compose() {
    const ocr = await findOcr();
    const { languageModel } = (workerData as LaneData).settings as { languageModel: LanguageModel | null };
    return {
      cvFiles: createCvReader({ pdf: createPdfReader({ ocr }), docx: createDocxReader() }),
      parserVersion: parserVersion(ocr),
      writtenLanguage: createLanguageDetector(),
      taxonomies: loadTaxonomies(resolve(models, 'skills')),
      titles: loadTitles(resolve(models, 'skills')),
      embeddings: await openStaticEmbeddings(resolve(models, 'bundled')),
      statements: await openStatements(resolve(models, 'bundled')),
      narrator: languageModel && createOpenAiNarrator(languageModel),
    };
  },

  async check({ cvFiles }) {
    return { checks: { cv_reader: await inTime(cvFiles.check()) }, recognisers: [] };
  },
});

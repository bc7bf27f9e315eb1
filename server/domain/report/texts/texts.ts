import type { ReportLanguage } from '../types.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import type { ReportTexts } from './types.ts';

export const reportTexts: Readonly<Record<ReportLanguage, ReportTexts>> = { en: english, de: german };

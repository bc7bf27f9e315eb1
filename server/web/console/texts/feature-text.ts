/** What is measured, in a recruiter's words. */
export interface FeatureText {
  title: string;
  /** One sentence: what it is and what it tells. */
  help: string;
  /** Which way a candidate wants it to be; absent where neither is better. */
  better?: 'more' | 'less';
  /** Shares are shown in percent, spans in seconds. @default 'number' */
  format?: 'percent' | 'ms' | 'number';
  unit?: string;
}

const prefix = 'sample-';

/** Whether an id is that of a sample candidate, or of something of theirs. Ids of records are random and never begin so. */
export const isSampleId = (id: string | undefined): boolean => id?.startsWith(prefix) ?? false;

/** Where the files of stored CVs lie in the blob store. */
export const folder = 'cvs';

export const cvFolder = (cvId: string): string => `${folder}/${cvId}`;
export const cvKey = (cvId: string): string => `${cvFolder(cvId)}/upload`;

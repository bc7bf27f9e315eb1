/** Where the files of a speech run lie in the blob store. */
export const folder = 'speech';

export const blobFolder = (runId: string): string => `${folder}/${runId}`;
export const uploadKey = (runId: string): string => `${blobFolder(runId)}/upload`;
export const cutAudioFile = 'cut.mp3';
export const cutAudioKey = (runId: string, file = cutAudioFile): string => `${blobFolder(runId)}/${file}`;
/** What was heard in the recording, kept for scoring another speaker of it; compressed JSON. */
export const evidenceFile = 'evidence.json.gz';
export const evidenceKey = (runId: string): string => `${blobFolder(runId)}/${evidenceFile}`;
/** An upload in any module's folder, and what is made of it when a person first listens; that goes when it goes. */
export const listeningFiles = (folder: string) => ({
  uploadKey: (runId: string): string => `${folder}/${runId}/upload`,
  listeningKey: (runId: string): string => `${folder}/${runId}/listening.mp3`,
  peaksKey: (runId: string): string => `${folder}/${runId}/peaks.json`,
});

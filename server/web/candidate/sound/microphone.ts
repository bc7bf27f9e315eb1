/** Why there is no sound from the candidate. `insecure`: the page did not come by https, so the browser gives none. */
export type MicrophoneFault = 'denied' | 'missing' | 'busy' | 'insecure';

export interface Device {
  id: string;
  /** Empty where the browser does not tell. */
  label: string;
}

/** @param deviceId the browser's choice when absent, and when that device is gone */
export async function openMicrophone(deviceId?: string): Promise<MediaStream | MicrophoneFault> {
  if (!navigator.mediaDevices?.getUserMedia) return 'insecure';
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...(deviceId && { deviceId }),
      },
    });
  } catch (error) {
    return faultOf((error as DOMException).name);
  }
}

export function faultOf(name: string): MicrophoneFault {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** Those there are to choose from; before permission, browsers tell none. */
export async function listMicrophones(): Promise<Device[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
  return all
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';

/** True while the server does not answer. */
export const useIsOffline = (): boolean => useSyncExternalStore(connection.subscribe, connection.isLost);

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { createPlayer, type Player, type PlayerState } from './player.ts';

const PlayerOfPage = createContext<Player | null>(null);

interface PlayerProviderProps {
  /** Of the recording; null where it is no longer kept. */
  url: string | null;
  children: ReactNode;
}

/** Everything within plays the same recording. */
export function PlayerProvider({ url, children }: PlayerProviderProps) {
  const [player, setPlayer] = useState<Player | null>(null);
  useEffect(() => {
    if (!url) return;
    const made = createPlayer(url);
    setPlayer(made);
    return () => {
      setPlayer(null);
      made.end();
    };
  }, [url]);
  return <PlayerOfPage value={player}>{children}</PlayerOfPage>;
}

/** Null where there is nothing to listen to. */
export const usePlayer = (): Player | null => useContext(PlayerOfPage);

export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, () => player.state);
}

import { useState } from 'react';

/** A user's settings of a table, stored on this device. Columns by key; missing ones have their defaults. */
export type Liking = { columns: Record<string, boolean>; isDense: boolean };

const asItComes: Liking = { columns: {}, isDense: false };
const keyOf = (name: string): string => `tessera:table:${name}`;

const read = (name: string): Liking => {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}') as Partial<Liking>;
    return { columns: { ...kept.columns }, isDense: kept.isDense === true };
  } catch {
    return asItComes;
  }
};

/** The settings of the table with this name, and their setter. Without a name they are not stored. */
export const useLiking = (name: string | undefined): [Liking, (change: Partial<Liking>) => void] => {
  const [liking, setLiking] = useState(() => (name === undefined ? asItComes : read(name)));
  const change = (part: Partial<Liking>) => {
    const next = { ...liking, ...part };
    setLiking(next);
    if (name === undefined) return;
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(next));
    } catch {
      // Without storage they last until the page is left.
    }
  };
  return [liking, change];
};

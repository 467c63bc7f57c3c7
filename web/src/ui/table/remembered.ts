import { useState } from 'react';

/** How somebody likes a table: kept on this device. Columns by key; those that are not named are as they come. */
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

/** The liking for the table of this name, and a change of it. Without a name it is forgotten with the page. */
export const useLiking = (name: string | undefined): [Liking, (change: Partial<Liking>) => void] => {
  const [liking, setLiking] = useState(() => (name === undefined ? asItComes : read(name)));
  const change = (part: Partial<Liking>) => {
    const next = { ...liking, ...part };
    setLiking(next);
    if (name === undefined) return;
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(next));
    } catch {
      // Where nothing may be kept, it holds until the page is left.
    }
  };
  return [liking, change];
};

/** What inputs hold as text, and what it stands for. */
import type { Timestamp } from '@tessera/proto/api/wire';

/** A moment as a field of type datetime-local takes it, in the reader's zone. */
export const localInput = (at: Timestamp | null): string => {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** What such a field holds, as requests spell it; null: nothing. */
export const momentOf = (typed: string): string | null =>
  typed === '' ? null : new Date(typed).toISOString();

/** Whole numbers, null for nothing; what is none is left to be refused. */
export const countOf = (typed: string): number | null => {
  const bare = typed.trim();
  if (bare === '') return null;
  return /^\d+$/.test(bare) ? Number(bare) : Number.NaN;
};

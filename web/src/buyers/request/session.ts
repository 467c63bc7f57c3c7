/**
 * The customer session per seller: the token from a mail's link, the seller, a code or a checkout. It is stored until
 * the tab is closed, and expires after an hour anyway.
 */
import { drop, keep, keptAt } from './kept.ts';

const keyOf = (slug: string): string => `tessera:portal:${slug}`;

/** For browsers without storage: the session lasts as long as the page. */
const kept = new Map<string, string>();

export const storeToken = (slug: string, token: string): void => {
  kept.set(slug, token);
  keep(keyOf(slug), token);
};

export const tokenOf = (slug: string): string | null => kept.get(slug) ?? keptAt(keyOf(slug));

export const clearToken = (slug: string): void => {
  kept.delete(slug);
  drop(keyOf(slug));
};

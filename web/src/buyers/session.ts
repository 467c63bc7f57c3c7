/**
 * The session of a customer, by their seller: the token that a mail's link, the seller, a code or a checkout has given. It
 * ends with the tab, and after an hour anyway.
 */
import { drop, keep, keptAt } from './kept.ts';

const keyOf = (slug: string): string => `tessera:portal:${slug}`;

/** For browsers that keep nothing: then a session lives as long as the page. */
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

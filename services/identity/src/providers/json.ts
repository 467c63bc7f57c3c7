/** Reading a provider's JSON, of which nothing is certain. Pure. */
import type { Json } from './provider.ts';

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** `data.0.name` -> what lies there. */
export const at = (json: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isJson(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      json,
    );

/** Text, or a number as text; null for anything else and for an empty text. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value.toWellFormed() : null;
};

/** The first of these paths that holds a text. */
export const firstText = (json: unknown, paths: readonly string[]): string | null => {
  for (const path of paths) {
    const found = textOf(at(json, path));
    if (found !== null) return found;
  }
  return null;
};

/** The first of these paths that holds anything. */
export const firstValue = (json: unknown, paths: readonly string[]): unknown =>
  paths.map((path) => at(json, path)).find((value) => value !== undefined && value !== null);

/** Whether a value says yes; some providers spell it as text or as a number. */
export const isYes = (value: unknown): boolean => value === true || value === 'true' || value === 1;

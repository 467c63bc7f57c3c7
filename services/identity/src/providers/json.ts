/** Reads values from a provider's untrusted JSON. Pure. */
import type { Json } from './provider.ts';

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the value at a path such as `data.0.name`; undefined if there is none. */
export const at = (json: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isJson(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      json,
    );

/** Returns a string, or a number as a string; null for anything else and for an empty string. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' && !value.includes('\0') ? value.toWellFormed() : null;
};

/** The source of a value: paths, of which the first with a value counts, or a constant. */
export type Source = readonly string[] | { value?: unknown };

const isConstant = (source: Source): source is { value?: unknown } => !Array.isArray(source);

/** Returns all values of a source, in order. */
export const valuesAt = (json: unknown, source: Source): unknown[] =>
  isConstant(source) ? [source.value] : source.map((path) => at(json, path));

/** Returns the first non-empty string of a source, or null. */
export const firstText = (json: unknown, source: Source): string | null => {
  for (const value of valuesAt(json, source)) {
    const found = textOf(value);
    if (found !== null) return found;
  }
  return null;
};

/** Returns the first value of a source that is neither undefined nor null. */
export const firstValue = (json: unknown, source: Source): unknown =>
  valuesAt(json, source).find((value) => value !== undefined && value !== null);

/** Whether a value means true; some providers send a string or a number. */
export const isYes = (value: unknown): boolean => value === true || value === 'true' || value === 1;

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

/** Where a value comes from: paths, of which the first that holds one counts, or a value that is always the same. */
export type Source = readonly string[] | { value?: unknown };

const isConstant = (source: Source): source is { value?: unknown } => !Array.isArray(source);

/** What the source holds, in its order. */
export const valuesAt = (json: unknown, source: Source): unknown[] =>
  isConstant(source) ? [source.value] : source.map((path) => at(json, path));

/** The first text of a source. */
export const firstText = (json: unknown, source: Source): string | null => {
  for (const value of valuesAt(json, source)) {
    const found = textOf(value);
    if (found !== null) return found;
  }
  return null;
};

/** The first of a source that is anything. */
export const firstValue = (json: unknown, source: Source): unknown =>
  valuesAt(json, source).find((value) => value !== undefined && value !== null);

/** Whether a value says yes; some providers spell it as text or as a number. */
export const isYes = (value: unknown): boolean => value === true || value === 'true' || value === 1;

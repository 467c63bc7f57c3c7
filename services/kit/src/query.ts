/** Query strings as the SDK writes them: repeated keys are lists, `metadata[plan]=pro` is a map. */
import { AppError } from './errors.ts';

type Value = string | string[] | { [key: string]: string | string[] };

const mostParameters = 500;

/** Parses a query string. NUL bytes and more than 500 parameters are refused with 400. */
export const parseQuery = (text: string): Record<string, Value> => {
  const entries = [...new URLSearchParams(text)];
  if (
    entries.length > mostParameters ||
    entries.some(([key, value]) => key.includes('\0') || value.includes('\0'))
  )
    throw new AppError({ name: 'BadRequest', status: 400, message: 'The query could not be read.' });
  const query: Record<string, Value> = {};
  const maps: Record<string, Record<string, string | string[]>> = {};
  for (const [key, value] of entries) {
    const [, name, member] = /^([^[\]]+)\[([^\]]*)\]$/.exec(key) ?? [];
    if (name === '__proto__' || member === '__proto__' || key === '__proto__') continue;
    if (name === undefined || member === undefined) query[key] = add(query[key], value);
    else query[name] = { ...(maps[name] ??= {}), [member]: add(maps[name]?.[member], value) };
    if (name !== undefined && member !== undefined)
      maps[name] = query[name] as Record<string, string | string[]>;
  }
  return query;
};

const add = (present: Value | undefined, value: string): string | string[] => {
  if (typeof present === 'string') return [present, value];
  return Array.isArray(present) ? [...present, value] : value;
};

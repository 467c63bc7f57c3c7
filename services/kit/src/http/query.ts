/** Query strings as the SDK encodes them: repeated keys are lists, `metadata[plan]=pro` is a map. */
import { kitErrors } from '../errors.ts';

type Leaf = string | string[];

const maxParameters = 500;

/**
 * Parses a query string. NUL bytes and more than 500 parameters are rejected with 400. A parameter `__proto__` is
 * dropped; as a key of a map it is kept, for the schema to refuse. If a key is used both with a value and as a map,
 * the map wins.
 */
export const parseQuery = (text: string | undefined): Record<string, Leaf | Record<string, Leaf>> => {
  if (!text) return {};
  const entries = readEntries(text);
  const query = new Map<string, Leaf>();
  const maps = new Map<string, Map<string, Leaf>>();
  for (const [key, value] of entries) {
    // Everything between the outer brackets is a key chosen by the caller, which may contain brackets.
    const [, name, member] = /^([^[\]]+)\[(.*)\]$/s.exec(key) ?? [];
    if (name === undefined || member === undefined) add(query, key, value);
    else maps.set(name, add(maps.get(name) ?? new Map<string, Leaf>(), member, value));
  }
  const filled = new Map([...maps].map(([name, map]) => [name, Object.fromEntries(map)]));
  return { ...record(query), ...record(filled) };
};

/** Parses a query string as the auth client's server does: no lists or maps, and the last value of a name counts. */
export const parsePlainQuery = (text: string | undefined): Record<string, string> =>
  record(new Map(readEntries(text)));

const readEntries = (text: string | undefined): [string, string][] => {
  const entries = [...new URLSearchParams(text ?? '')];
  if (entries.length > maxParameters || entries.flat().some((part) => part.includes('\0')))
    throw kitErrors.BadRequest('The query could not be read.');
  return entries;
};

const add = (map: Map<string, Leaf>, key: string, value: string): Map<string, Leaf> => {
  const present = map.get(key);
  return map.set(key, present === undefined ? value : [present, value].flat());
};

const record = <Value>(map: Map<string, Value>): Record<string, Value> => {
  map.delete('__proto__');
  return Object.fromEntries(map);
};

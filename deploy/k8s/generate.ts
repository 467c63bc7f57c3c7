import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isTree, type Tree, type Value } from './merge.ts';

export type Generator = { name: string; behavior?: string; literals?: string[]; files?: string[] };

/** The data of a generated ConfigMap. */
export const generatedData = (folder: string, { literals = [], files = [] }: Generator): Tree => {
  const pairs = literals.map((literal) => {
    const cut = literal.indexOf('=');
    return [literal.slice(0, cut), literal.slice(cut + 1)] as const;
  });
  const contents = files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')] as const);
  return Object.fromEntries([...pairs, ...contents]);
};

const letters: Record<string, string> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

/** The content hash that kustomize appends to a ConfigMap's name, so that a change restarts the pods. */
const suffix = (data: Tree): string => {
  const sorted = Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }).replace(
    /[<>&]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
  return hash.replace(/[013ae]/g, (character) => letters[character] ?? character);
};

const referencing = new Set(['configMapRef', 'configMap', 'configMapKeyRef']);

const renamed = (value: Value, names: ReadonlyMap<string, string>): Value => {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, names));
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = isTree(inner) && referencing.has(key) ? names.get(inner['name'] as string) : undefined;
      return [key, name === undefined ? renamed(inner, names) : { ...(inner as Tree), name }];
    }),
  );
};

/** Renames generated ConfigMaps to their final names, including all references to them. */
export const nameByContent = (documents: Tree[], generated: ReadonlySet<string>): Tree[] => {
  const names = new Map<string, string>();
  const named = documents.map((document) => {
    const metadata = document['metadata'] as Tree;
    const name = metadata['name'] as string;
    if (document['kind'] !== 'ConfigMap' || !generated.has(name)) return document;
    names.set(name, `${name}-${suffix(document['data'] as Tree)}`);
    return { ...document, metadata: { ...metadata, name: names.get(name) ?? name } };
  });
  return named.map((document) => renamed(document, names) as Tree);
};

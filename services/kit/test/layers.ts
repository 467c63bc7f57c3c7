/** The order of a service's folders: what an import may name, checked against the files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a folder that is flat, which make one layer together. */
export type FileGroup = { name: string; files: readonly string[] };

export type Layers = {
  /** The service's `src`. */
  src: string;
  /**
   * Folders of `src`, files where a file stands in a layer of its own, and named groups of files, from the lowest to
   * the highest. A file belongs to its group, or to the longest entry that its path begins with; an import goes down
   * this list or stays in its layer.
   */
  order: readonly (string | FileGroup)[];
  /** Where `src` is flat: its only roofs, so that a new file has to find its layer. */
  roofs?: readonly string[];
  /** Imports upwards that are there today, as `from -> to`. One that is no longer there has to be taken out. */
  exceptions?: readonly string[];
};

/** What an import names: types as well, whole lists of names over several lines, and imports where they are needed. */
const imported = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g;

/**
 * What breaks the order, a line each; none when it holds. Roofs are `routes.ts` files and the files of `src` that the
 * order does not name: they may import anything, and only the files of `src` import them. Tests are left out. Where
 * every import goes down, folders cannot stand in a circle.
 */
export const layerFindings = ({ src, order: entries, roofs, exceptions = [] }: Layers): string[] => {
  const order: Order = { names: entries.map(nameOf), groupOf: new Map(entries.flatMap(filesOf)), roofs };
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const layers = files.map((file) => ({ file, layer: layerOf(order, file) }));
  const upwards = new Map<string, string[]>();
  const findings: string[] = [];
  for (const { file, layer } of layers) {
    if (isRoof(order, file)) continue;
    if (layer === undefined) {
      findings.push(`${file} is in no layer`);
      continue;
    }
    for (const target of importsOf(src, file)) {
      if (isRoof(order, target)) findings.push(`${file} imports the roof ${target}`);
      const to = layerOf(order, target) ?? target;
      if (order.names.indexOf(to) <= order.names.indexOf(layer)) continue;
      const arrow = `${layer} -> ${to}`;
      upwards.set(arrow, [...(upwards.get(arrow) ?? []), `${file} imports ${target}`]);
    }
  }
  const used = new Set(layers.map(({ layer }) => layer));
  return [
    ...findings,
    ...[...upwards].flatMap(([arrow, imports]) =>
      exceptions.includes(arrow) ? [] : imports.map((it) => `upwards, ${arrow}: ${it}`),
    ),
    ...exceptions.filter((it) => !upwards.has(it)).map((it) => `${it} is no exception any more`),
    ...order.names.filter((it) => !used.has(it)).map((it) => `${it} has no file`),
    ...[...order.groupOf.keys()].filter((it) => !files.includes(it)).map((it) => `${it} is no file`),
  ];
};

type Order = {
  names: readonly string[];
  groupOf: ReadonlyMap<string, string>;
  roofs: readonly string[] | undefined;
};

const nameOf = (entry: string | FileGroup): string => (typeof entry === 'string' ? entry : entry.name);

const filesOf = (entry: string | FileGroup): [string, string][] =>
  typeof entry === 'string' ? [] : entry.files.map((file) => [file, entry.name]);

const layerOf = ({ names, groupOf }: Order, file: string): string | undefined =>
  groupOf.get(file) ??
  names
    .filter((entry) => file === entry || file.startsWith(`${entry}/`))
    .toSorted((a, b) => b.length - a.length)[0];

const isRoof = ({ names, groupOf, roofs }: Order, file: string): boolean => {
  if (names.includes(file) || groupOf.has(file)) return false;
  return roofs?.includes(file) ?? (!file.includes('/') || path.posix.basename(file) === 'routes.ts');
};

const importsOf = (src: string, file: string): string[] =>
  [...readFileSync(path.join(src, file), 'utf8').matchAll(imported)]
    .map(([, target = '']) => path.posix.join(path.posix.dirname(file), target))
    .filter((target) => !target.startsWith('..'));

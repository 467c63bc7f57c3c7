/** Checks the layers of a service: imports between its folders go only downwards. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a flat folder that form one layer. */
export type FileGroup = { name: string; files: readonly string[] };

export type Layers = {
  /** The service's `src`. */
  src: string;
  /**
   * The layers from the lowest to the highest: folders of `src`, single files, and named groups of files. A file
   * belongs to its group, or to the longest entry that its path starts with. Imports go to a lower layer or stay in
   * their own.
   */
  order: readonly (string | FileGroup)[];
  /** The only roofs where `src` is flat, so that a new file must be assigned to a layer. */
  roofs?: readonly string[];
  /** Existing upward imports, as `from -> to`. Obsolete entries are findings. */
  exceptions?: readonly string[];
  /** Existing circles of whole folders, as `a, b, c`, with paths below `src`. Obsolete entries are findings. */
  circles?: readonly string[];
};

/** Matches the paths of imports and re-exports: type imports, multi-line lists and dynamic imports included. */
const imported = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g;

/**
 * Returns the violations, one line each. Roofs are `routes.ts` files, and files directly in `src` that the order does
 * not name: they may import anything, and only roofs may import them. Tests are excluded. Without upward imports,
 * layers cannot have import cycles; folders can, if they lie in layers above and below each other or within one, so
 * circles of folders beside each other are violations too, however deep they are.
 */
export const layerFindings = ({
  src,
  order: entries,
  roofs,
  exceptions = [],
  circles = [],
}: Layers): string[] => {
  const order: Order = { names: entries.map(nameOf), groupOf: new Map(entries.flatMap(filesOf)), roofs };
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const layers = files.map((file) => ({ file, layer: layerOf(order, file) }));
  const upwards = new Map<string, string[]>();
  const folders = new Map<string, Set<string>>();
  const findings: string[] = [];
  for (const { file, layer } of layers) {
    if (isRoof(order, file)) continue;
    if (layer === undefined) {
      findings.push(`${file} is in no layer`);
      continue;
    }
    for (const target of importsOf(src, file)) {
      if (isRoof(order, target)) findings.push(`${file} imports the roof ${target}`);
      linkFolders(folders, file, target);
      const to = layerOf(order, target) ?? target;
      if (order.names.indexOf(to) <= order.names.indexOf(layer)) continue;
      const arrow = `${layer} -> ${to}`;
      upwards.set(arrow, [...(upwards.get(arrow) ?? []), `${file} imports ${target}`]);
    }
  }
  const used = new Set(layers.map(({ layer }) => layer));
  const found = circlesOf(folders);
  return [
    ...findings,
    ...[...upwards].flatMap(([arrow, imports]) =>
      exceptions.includes(arrow) ? [] : imports.map((it) => `upwards, ${arrow}: ${it}`),
    ),
    ...exceptions.filter((it) => !upwards.has(it)).map((it) => `${it} is no exception any more`),
    ...found.filter((it) => !circles.includes(it)).map((it) => `circle of folders: ${it}`),
    ...circles.filter((it) => !found.includes(it)).map((it) => `${it} is no circle any more`),
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

/** Notes an import from one folder to another beside it: where the paths part, if both go on with a folder. */
const linkFolders = (folders: Map<string, Set<string>>, file: string, target: string): void => {
  const [from, to] = [file.split('/').slice(0, -1), target.split('/').slice(0, -1)];
  const parted = from.findIndex((name, depth) => name !== to[depth]);
  if (parted === -1 || parted >= to.length) return;
  const folder = from.slice(0, parted + 1).join('/');
  folders.set(folder, (folders.get(folder) ?? new Set()).add(to.slice(0, parted + 1).join('/')));
};

/** Folders that reach each other by imports, each group in alphabetical order. */
const circlesOf = (folders: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const reach = new Map([...folders.keys()].map((folder) => [folder, reachOf(folders, folder)]));
  const groups = [...reach].flatMap(([folder, reached]) =>
    reached.has(folder)
      ? [
          [...reached]
            .filter((it) => reach.get(it)?.has(folder))
            .toSorted()
            .join(', '),
        ]
      : [],
  );
  return [...new Set(groups)];
};

const reachOf = (folders: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> => {
  const reached = new Set<string>();
  const walk = (folder: string): void => {
    for (const next of folders.get(folder) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      walk(next);
    }
  };
  walk(from);
  return reached;
};

const isRoof = ({ names, groupOf, roofs }: Order, file: string): boolean => {
  if (names.includes(file) || groupOf.has(file)) return false;
  return roofs?.includes(file) ?? (!file.includes('/') || path.posix.basename(file) === 'routes.ts');
};

const importsOf = (src: string, file: string): string[] =>
  [...readFileSync(path.join(src, file), 'utf8').matchAll(imported)]
    .map(([, target = '']) => path.posix.join(path.posix.dirname(file), target))
    .filter((target) => !target.startsWith('..'));

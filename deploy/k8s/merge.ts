/** The two kinds of kustomize patches, as far as the manifests here use them. */
export type Tree = { [key: string]: Value };
export type Value = string | number | boolean | null | Value[] | Tree;

export const isTree = (value: Value | undefined): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The key that identifies entries of a list; other lists are replaced as a whole. */
const keys: Record<string, string> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
};

/** Puts new entries before existing ones, as kustomize does. */
const mergeLists = (base: Value[], patch: Value[], key: string): Value[] => {
  const merged = [...base];
  const fresh: Value[] = [];
  for (const entry of patch.filter(isTree)) {
    const index = merged.findIndex((other) => isTree(other) && other[key] === entry[key]);
    const present = merged[index];
    if (isTree(present)) merged[index] = mergeTrees(present, entry);
    else fresh.push(entry);
  }
  return [...fresh, ...merged];
};

const mergeValues = (name: string, base: Value | undefined, patch: Value): Value => {
  if (isTree(base) && isTree(patch)) return mergeTrees(base, patch);
  const key = keys[name];
  if (key !== undefined && Array.isArray(base) && Array.isArray(patch)) return mergeLists(base, patch, key);
  return patch;
};

/** A strategic merge: the patch sets values, null removes them, and lists with a key are merged by entry. */
export const mergeTrees = (base: Tree, patch: Tree): Tree => {
  const merged = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergeValues(name, base[name], value);
  }
  return merged;
};

/** One operation of a JSON patch; only `replace` of an existing value is supported. */
export type Replacement = { op: string; path: string; value: Value };

/** Applies it in place. Throws when there is no value to replace. */
export const replace = (document: Tree, { op, path, value }: Replacement): void => {
  const steps = path.split('/').slice(1);
  const last = steps.pop() ?? '';
  let place: Value | undefined = document;
  for (const step of steps) place = (place as Tree | undefined)?.[step];
  const holder = place as Tree | undefined;
  if (op !== 'replace' || holder?.[last] === undefined) throw new Error(`${op} ${path}: nothing is there`);
  holder[last] = value;
};

/** Operation ids, which generated clients turn into method names. */

type Operation = { method: string; path: string; isPage: boolean };

const verbs: Record<string, string> = { post: 'create', patch: 'update', put: 'replace', delete: 'delete' };

/**
 * Names the operations of a resource API: `checkout-links:list`, `customers:get_state`, `events:ingest`. A path is a
 * collection if other paths continue it with a parameter, or if it has a single segment.
 */
export const resourceOperationIds = (operations: readonly Operation[]): string[] => {
  const collections = new Set(
    operations
      .map(({ path }) => path)
      .filter(isThing)
      .map(collectionOf),
  );
  return operations.map(({ method, path, isPage }) => {
    const verb = verbs[method] ?? (isPage ? 'list' : 'get');
    const segments = segmentsOf(path);
    const names = segments.filter((segment) => !isParameter(segment));
    if (isThing(path) || collections.has(`/${segments.join('/')}`) || segments.length === 1)
      return [...names, verb].join(':');
    const beside = operations.filter((other) => other.path === path && other.method !== method);
    const isBelowThing = isParameter(segments.at(-2));
    const namesItself =
      // An action on a resource, such as `confirm` of a checkout, unless it adds to a list.
      (method === 'post' && !beside.some((other) => other.isPage)) ||
      // A read of a collection, such as `export`.
      (verb === 'get' && !isBelowThing && beside.length === 0);
    const name = (names.at(-1) ?? '').replaceAll('-', '_');
    return [...names.slice(0, -1), namesItself ? name : `${verb}_${name}`].join(':');
  });
};

/**
 * Names the operations of an action API as better-auth's client does: `/sign-in/email` is `signInEmail`. Where names
 * collide, all but POST start with their method.
 */
export const actOperationIds = (operations: readonly Operation[]): string[] => {
  const names = operations.map(({ path }) => camelCase(wordsOf(path)));
  return operations.map(({ method, path }, at) => {
    const name = names[at] ?? '';
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared && method !== 'post' ? camelCase([method, ...wordsOf(path)]) : name;
  });
};

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
const isParameter = (segment: string | undefined): boolean => segment?.startsWith(':') ?? false;
const isThing = (path: string): boolean => isParameter(segmentsOf(path).at(-1));
const collectionOf = (path: string): string => `/${segmentsOf(path).slice(0, -1).join('/')}`;
const wordsOf = (path: string): string[] =>
  segmentsOf(path)
    .filter((segment) => !isParameter(segment))
    .flatMap((segment) => segment.split('-'));
const camelCase = (words: string[]): string =>
  words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');

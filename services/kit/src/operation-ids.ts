/** Names of operations, which generated clients turn into names of methods. */

type Operation = { method: string; path: string; isPage: boolean };

const verbs: Record<string, string> = { post: 'create', patch: 'update', put: 'replace', delete: 'delete' };

/**
 * Gives the operations of a router of resources their names: `checkout-links:list`, `customers:get_state`,
 * `events:ingest`. A path that others continue by a parameter is a collection, and so is what stands alone.
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
      // What is asked of a thing, as `confirm` of a checkout, unless it adds to a list.
      (method === 'post' && !beside.some((other) => other.isPage)) ||
      // What is read of a collection, as `export`.
      (verb === 'get' && !isBelowThing && beside.length === 0);
    const name = (names.at(-1) ?? '').replaceAll('-', '_');
    return [...names.slice(0, -1), namesItself ? name : `${verb}_${name}`].join(':');
  });
};

/**
 * Gives the operations of a router of acts their names as better-auth's client has them: `/sign-in/email` is
 * `signInEmail`. Where several have the same words, all but POST begin with their method.
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

/** Paths of an API as nobody should be able to write them, made from what it describes of itself. */

/** Of each described path: each of its words, and what it is mounted at, in another case. */
const inOtherCase = (paths: Record<string, object>): { method: string; path: string }[] => {
  const patterns = Object.entries(paths).map(([path, methods]) => ({
    methods: Object.keys(methods),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return Object.entries(paths).flatMap(([described, methods]) => {
    const path = described.replaceAll(/\{\w+\}/g, '01a1ffcd-7bcb-7868-9d7e-67770d1b4c9f');
    const spellings = [...path.matchAll(/(?<=\/)[a-z](?=[a-z-])/g)].map(
      ({ index, 0: letter }) => path.slice(0, index) + letter.toUpperCase() + path.slice(index + 1),
    );
    return Object.keys(methods).flatMap((method) =>
      spellings
        // What is in the place of an id is an id, whatever it looks like.
        .filter(
          (spelling) => !patterns.some((it) => it.methods.includes(method) && it.pattern.test(spelling)),
        )
        .map((spelling) => ({ method: method.toUpperCase(), path: spelling })),
    );
  });
};

/** Asks an app served at `base` for all of them and answers those that were found. */
export const foundInOtherCase = async (base: string): Promise<string[]> => {
  const openapi = await (await fetch(`${base}/internal/openapi.json`)).json();
  const spellings = inOtherCase((openapi as { paths: Record<string, object> }).paths);
  if (spellings.length === 0) throw new Error('an API that describes no path');
  const found: string[] = [];
  for (const { method, path } of spellings) {
    const reply = await fetch(base + path, { method, redirect: 'manual' });
    await reply.arrayBuffer();
    // 405: a word in the place of an id, at a path that does not have this method.
    if (reply.status !== 404 && reply.status !== 405) found.push(`${method} ${path}: ${reply.status}`);
  }
  return found;
};

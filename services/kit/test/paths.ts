/** Checks that the paths of an API are case-sensitive, from its OpenAPI document. */

/** Returns variants of each described path, with the first letter of one segment in upper case. */
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
        // A variant may match a path with a parameter in this place: then it is a valid path.
        .filter(
          (spelling) => !patterns.some((it) => it.methods.includes(method) && it.pattern.test(spelling)),
        )
        .map((spelling) => ({ method: method.toUpperCase(), path: spelling })),
    );
  });
};

/** Requests all variants from an app served at `base`. Returns those that it accepts. */
export const foundInOtherCase = async (base: string): Promise<string[]> => {
  const openapi = await (await fetch(`${base}/internal/openapi.json`)).json();
  const spellings = inOtherCase((openapi as { paths: Record<string, object> }).paths);
  if (spellings.length === 0) throw new Error('an API that describes no path');
  const found: string[] = [];
  for (const { method, path } of spellings) {
    const reply = await fetch(base + path, { method, redirect: 'manual' });
    await reply.arrayBuffer();
    // 405: the variant matches a path parameter, but not with this method.
    if (reply.status !== 404 && reply.status !== 405) found.push(`${method} ${path}: ${reply.status}`);
  }
  return found;
};

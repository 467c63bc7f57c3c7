import type { Plugin } from 'vite';

const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/**
 * Removes zod's JSON Schema output: it is unused in the browser, but the methods of every schema refer to it, so that
 * tree shaking keeps it. Saves six kilobytes of the first page, compressed.
 */
export const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(exported)].map(([, name, renamed]) => name ?? renamed);
      const absent = `const absent = () => () => { throw new Error('JSON Schema is left out of this build'); };`;
      return {
        code: `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(', ')} };`,
        map: null,
      };
    },
  },
};

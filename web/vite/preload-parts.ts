import type { Plugin, Rollup } from 'vite';

/** The file that each part begins with, by its name in `vite.config.ts`. */
const parts = [
  { id: 'dashboard-files', first: /^assets\/dashboard-[\w-]+\.js$/ },
  { id: 'sign-in-files', first: /^assets\/way-in-[\w-]+\.js$/ },
];

/**
 * Names in the page what the dashboard and the page of signing in begin with, each in a template, where nothing is
 * fetched: the gateway opens one of them (`page-head.ts`), so that these files come beside the first script and not after it.
 */
export const preloadParts: Plugin = {
  name: 'preload-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      parts.map(({ id, first }) => {
        const file = Object.keys(bundle).find((name) => first.test(name));
        if (!file) throw new Error(`Nothing was built for ${id}`);
        return { tag: 'template', attrs: { id }, children: linksOf(file, bundle), injectTo: 'head' };
      }),
  },
};

const linksOf = (first: string, bundle: Rollup.OutputBundle) => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (file: string): void => {
    const chunk = bundle[file];
    if (scripts.has(file) || chunk?.type !== 'chunk') return;
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    chunk.imports.forEach(add);
  };
  add(first);
  return [
    ...[...styles].map((file) => link({ rel: 'preload', as: 'style' }, file)),
    ...[...scripts].map((file) => link({ rel: 'modulepreload' }, file)),
  ];
};

const link = (attrs: Record<string, string>, file: string) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '', href: `/${file}` },
});

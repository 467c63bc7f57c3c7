import type { Plugin } from 'vite';

/** The file that the dashboard begins with, by its name in `vite.config.ts`. */
const beginning = /^assets\/dashboard-[\w-]+\.js$/;

/**
 * Names in the page what the dashboard begins with, in a template, where nothing is fetched: the gateway opens it for
 * whoever seems to be signed in (`page-head.ts`), so that these files come beside the first script and not after it.
 */
export const preloadDashboard: Plugin = {
  name: 'preload-dashboard',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const scripts = new Set<string>();
      const styles = new Set<string>();
      const add = (file: string): void => {
        const chunk = bundle[file];
        if (scripts.has(file) || chunk?.type !== 'chunk') return;
        scripts.add(file);
        for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
        chunk.imports.forEach(add);
      };
      const first = Object.keys(bundle).find((file) => beginning.test(file));
      if (!first) throw new Error('The dashboard was not built');
      add(first);
      return [
        {
          tag: 'template',
          attrs: { id: 'dashboard-files' },
          children: [
            ...[...styles].map((file) => link({ rel: 'preload', as: 'style' }, file)),
            ...[...scripts].map((file) => link({ rel: 'modulepreload' }, file)),
          ],
          injectTo: 'head',
        },
      ];
    },
  },
};

const link = (attrs: Record<string, string>, file: string) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '', href: `/${file}` },
});

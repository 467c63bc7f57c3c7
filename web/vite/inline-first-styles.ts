import type { Plugin } from 'vite';

const firstStyles = /<link rel="stylesheet" crossorigin href="\/(assets\/[\w-]+\.css)">/g;
const laterPreload = (href: string): RegExp =>
  new RegExp(`\\s*<link rel="preload" as="style" crossorigin="" href="${href}">`, 'g');

/**
 * Inlines the styles of the application's first page into the document, so that its outline is painted without
 * waiting for another request. The link stays, disabled and so not fetched: chunks that depend on these styles find
 * it and do not load them again, after their own. Its medium never matches, since Chromium's preload scanner fetches
 * a disabled sheet when the document arrives slowly. Runs after `preloadParts`, which lists these styles, too.
 */
export const inlineFirstStyles: Plugin = {
  name: 'inline-first-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = [...html.matchAll(firstStyles)].map(([, file = '']) => file);
      if (files.length === 0) throw new Error('The page has no styles to begin with');
      const inlined = html.replace(firstStyles, (_, file: string) => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error(`${file} was not built`);
        return `<style>${String(sheet.source).trim()}</style>\n    <link rel="stylesheet" href="/${file}" media="not all" disabled>`;
      });
      return files.reduce((page, file) => page.replace(laterPreload(`/${file}`), ''), inlined);
    },
  },
};

import type { Plugin } from 'vite';

const firstStyles = /<link rel="stylesheet" crossorigin href="\/(assets\/[\w-]+\.css)">/g;
const laterPreload = (href: string): RegExp =>
  new RegExp(`\\s*<link rel="preload" as="style" crossorigin="" href="${href}">`, 'g');

/**
 * Writes the styles that every page of the application begins with into the page itself, so that its outline is drawn as soon
 * as the page is there, not a request later. The link stays, disabled, which nobody fetches: parts of the application that
 * stand on these styles find it and do not fetch them again, behind their own. It is for no medium, since Chromium looks ahead
 * where a page arrives slowly, and would fetch a disabled one then. After `preloadParts`, which names them as well.
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

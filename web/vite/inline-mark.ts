import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const mark = new URL('../src/design/mark.svg', import.meta.url);

/** Inlines the favicon into the document: it is shorter than a request for it. */
export const inlineMark: Plugin = {
  name: 'inline-mark',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) => {
      const drawing = (await readFile(mark, 'utf8')).replace(/\s*\n\s*/g, '');
      return html.replace(
        '<link rel="icon" type="image/svg+xml" href="/src/design/mark.svg" />',
        `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawing)}" />`,
      );
    },
  },
};

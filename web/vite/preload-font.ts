import type { Plugin } from 'vite';

/** The font of every page: preloaded with the document, not when its styles are parsed. */
const firstLetters = /inter-latin-wght-normal[\w-]*\.woff2$/;

export const preloadFont: Plugin = {
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((file) => firstLetters.test(file));
      if (!font) throw new Error('The font of the first letters was not built');
      return [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' },
          injectTo: 'head-prepend',
        },
      ];
    },
  },
};

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { inlineMark } from './inline-mark.ts';
import { preloadFont } from './preload-font.ts';

const page = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Replaces React by a compatible library for the buyers' pages, at a tenth of the size. */
const alias = [
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];

/**
 * Builds the checkout, the customer portal and the embedding script into the dashboard's output, once that is
 * written. A build of its own: buyers open few pages, often on a phone, and share no files with sellers.
 */
const buildForBuyers = async ({ root, build: { outDir, cssTarget, target } }: ResolvedConfig) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), inlineMark, preloadFont],
    resolve: { alias },
    build: {
      outDir,
      target,
      cssTarget,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      // The gateway looks up a language's files in it.
      manifest: '.vite/buyers.json',
      rolldownOptions: {
        input: {
          checkout: page('checkout.html'),
          portal: page('portal.html'),
          embed: page('src/embed/checkout.ts'),
        },
        output: {
          // Sellers' sites refer to this file: its address is stable, and it is no module.
          entryFileNames: ({ name }) => (name === 'embed' ? 'embed/checkout.js' : 'assets/[name]-[hash].js'),
          banner: ({ name }) => (name === 'embed' ? '(() => {' : ''),
          footer: ({ name }) => (name === 'embed' ? '})();' : ''),
        },
      },
    },
  });

let config: ResolvedConfig | undefined;

export const buyersBuild: Plugin = {
  name: 'buyers-build',
  apply: 'build',
  configResolved: (resolved) => {
    config = resolved;
  },
  closeBundle: {
    sequential: true,
    handler: async () => {
      if (config) await buildForBuyers(config);
    },
  },
};

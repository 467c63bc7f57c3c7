import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buyersBuild } from './vite/buyers-build.ts';
import { componentStyles } from './vite/component-styles.ts';
import { compressAssets } from './vite/compress-assets.ts';
import { fileGroups } from './vite/file-groups.ts';
import { inlineFirstStyles } from './vite/inline-first-styles.ts';
import { inlineMark } from './vite/inline-mark.ts';
import { outlineOfOverview } from './vite/outline-of-overview.ts';
import { preloadFont } from './vite/preload-font.ts';
import { preloadParts } from './vite/preload-parts.ts';
import { withoutJsonSchema } from './vite/without-json-schema.ts';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** In development, as at the gateway: every address of a checkout or of a customer's pages answers that page. */
const buyersPages: Plugin = {
  name: 'buyers-pages',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const page = /^\/(checkout|portal)\//.exec(request.url ?? '')?.[1];
      if (page) request.url = `/${page}.html`;
      next();
    });
  },
};

/** In development, as at the gateway: the dashboard has the pages for those who develop. */
const developmentPages: Plugin = {
  name: 'development-pages',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'tessera-mode', content: 'development' } }],
};

const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    inlineMark,
    buyersPages,
    developmentPages,
    preloadFont,
    preloadParts,
    inlineFirstStyles,
    outlineOfOverview,
    componentStyles,
    withoutJsonSchema,
    buyersBuild,
    compressAssets,
  ],
  server: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
  build: {
    target: 'es2023',
    // These browsers know light-dark(), which the tokens are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A checkout must not wait for an inlined copy of what another page already cached.
    assetsInlineLimit: 0,
    // A test reads in it what each page loads.
    manifest: true,
    rolldownOptions: {
      input: { index: page('index.html') },
      output: { codeSplitting: { groups: fileGroups } },
    },
  },
});

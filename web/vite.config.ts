import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buyersBuild } from './vite/buyers-build.ts';
import { componentStyles } from './vite/component-styles.ts';
import { preloadFont } from './vite/preload-font.ts';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** In development, as at the gateway: every checkout address answers the checkout's own page. */
const checkoutPages: Plugin = {
  name: 'checkout-pages',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/checkout/')) request.url = '/checkout.html';
      next();
    });
  },
};

/** Our own files that the page of signing in shares with the dashboard: none of them needs zod. */
const sharedSources =
  /\/proto\/api\/money\.|\/web\/src\/(i18n\/(languages|start|t)\.|design\/(Mark|tokens|type)|api\/(failure|call)|shared\/describe\/(address|price)|ui\/(dates|money|form-errors|AmountLines|Details|TextField)\.)/;

const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), checkoutPages, preloadFont, componentStyles, buyersBuild],
  server: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
  build: {
    target: 'es2023',
    // These browsers know light-dark(), which the tokens are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A checkout must not wait for an inlined copy of what another page already cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: page('index.html') },
      // What both pages need, in few files: the page of signing in loads these, and nothing of the dashboard.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'shapes', test: /\/proto\/api\/(?!money)[^/]+$/ },
            { name: 'shapes-identity', test: /\/proto\/api\/identity\/(?!social-errors)/ },
            { name: 'shapes-billing', test: /\/proto\/api\/(billing|organization|webhook)\// },
            { name: 'i18next', test: /node_modules\/i18next\// },
            { name: 'shared', test: sharedSources },
          ],
        },
      },
    },
  },
});

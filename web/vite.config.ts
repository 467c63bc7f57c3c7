import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buyersBuild } from './vite/buyers-build.ts';
import { componentStyles } from './vite/component-styles.ts';
import { compressAssets } from './vite/compress-assets.ts';
import { inlineFirstStyles } from './vite/inline-first-styles.ts';
import { outlineOfOverview } from './vite/outline-of-overview.ts';
import { preloadFont } from './vite/preload-font.ts';
import { preloadParts } from './vite/preload-parts.ts';

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

/** Our own files that the page of signing in shares with the dashboard: none of them needs zod. */
const sharedSources =
  /preload-helper|\/(createReactComponent|defaultAttributes|IconKey|IconLink)\.mjs|\/web\/src\/(paths|app\/late-page)\.|\/proto\/api\/(money|language-cookie)\.|\/web\/src\/(i18n\/(languages|start|t)\.|design\/(Mark|tokens|type)|api\/(failure|call|address|session-broadcast)|shared\/(test-mode|describe\/(address|price))|ui\/(PageTitle|focus-refused-field|time-zone|dates|money|form-errors|AmountLines|Details|TextField)\.)/;

/** The library that reads requests and replies, and what their shapes are made of; the page of signing in has none. */
const shapes = /node_modules\/zod\/|\/proto\/api\/(?!money|markdown|language-cookie)[^/]+$/;

/** What the dashboard stands on: store, router, and what components are made with. A file of its own, run apart (`main.ts`). */
const ground =
  /\/web\/src\/(api\/base|app\/store)\.ts$|node_modules\/(react-router|react-redux|@reduxjs\/toolkit)\/|\/esm\/core\/(MantineProvider\/MantineProvider|Box\/Box|factory\/factory|styles-api\/use-styles\/use-styles)\.mjs$/;

/** Which pages there are, and what the first of them asks for, with its shapes; for the same reason. */
const pages =
  /\/web\/src\/(app\/(ask-early|features)|api\/(sessions|organizations|own-membership|public-options|preferences|metrics))\.ts$/;

/** What the dashboard begins with; with it goes, in one file, whatever it stands on and nobody named above. */
const firstPage = /\/web\/src\/(app\/start|features\/overview\/OverviewPage)\.tsx$/;

/** The styles of what it shows later are in its style sheet: they are small, and each sheet is a request. */
const laterStyles =
  /\/web\/src\/(features\/overview\/\w+|ui\/(chart\/Chart|Money|StatusBadge|TextLink))\.module\.css$/;

/** What the overview shows after its figures; with it goes, in one file, whatever it stands on beside the first page. */
const below = /\/web\/src\/features\/overview\/(Activity|FirstSteps)\.tsx$/;

/** The words that every page needs, and those that every page of the dashboard needs, in a file each a language. */
const wordGroups = ['en', 'de'].flatMap((language) =>
  Object.entries({
    [`first-words-${language}`]: 'common|sign-in',
    [`words-${language}`]: 'app|chart|errors|overview|shared|table|ui',
  }).map(([name, words]) => ({ name, test: new RegExp(`/web/src/locales/${language}/(${words})\\.json$`) })),
);

const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    buyersPages,
    developmentPages,
    preloadFont,
    preloadParts,
    inlineFirstStyles,
    outlineOfOverview,
    componentStyles,
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
    rolldownOptions: {
      input: { index: page('index.html') },
      // What both pages need, in few files: the page of signing in loads these, and nothing of the dashboard.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|i18next)\// },
            { name: 'shapes', test: shapes },
            { name: 'shared', test: sharedSources },
            { name: 'ground', test: ground },
            { name: 'pages', test: pages },
            { name: 'dashboard', test: new RegExp(`${firstPage.source}|${laterStyles.source}`) },
            { name: 'below', test: below },
            { name: 'way-in', test: /\/web\/src\/sign-in\/start\.tsx$/ },
            ...wordGroups,
          ],
        },
      },
    },
  },
});

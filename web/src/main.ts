import { reloadOnce } from './app/pages/late-page.ts';
import { languages } from './i18n/languages.ts';
import { startI18n } from './i18n/start.ts';
import { patterns } from './paths.ts';
import { ownTimeZone } from './ui/format/time-zone.ts';

// The content security policy forbids `eval`: zod must not probe for it, which it does as soon as schemas are loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to render into.');

/** Lets the browser paint and handle input between the steps of a start, each of which takes a phone about 0.1 s. */
const nextTask = () =>
  new Promise<void>((go) => {
    // No timer: in background tabs they are throttled to one per second.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });

/** Separate from the condition: in one expression the build would load the styles of one of them for both. */
const parts = {
  signIn: () => import('./sign-in/start.tsx'),
  dashboard: async () => {
    // The first time-zone lookup takes a phone 50 ms: done in a task of its own, while files are loading.
    void nextTask().then(ownTimeZone);
    // The schemas of replies, which everything else depends on.
    await import('@tessera/proto/api/wire');
    await nextTask();
    // Store, router and the components' foundation.
    await import('./api/request/base.ts');
    await nextTask();
    return import('./app/start.tsx');
  },
};

/** Signing in is light and needs nothing of the dashboard: the address decides which of the two is loaded. */
const isSignIn = window.location.pathname.replace(/\/+$/, '') === patterns.signIn;
const part = isSignIn ? parts.signIn() : parts.dashboard();
const words = startI18n({
  languages,
  namespaces: isSignIn
    ? ['common', 'sign-in']
    : ['common', 'sign-in', 'ui', 'shared', 'app', 'errors', 'table'],
}).then((language) => {
  document.documentElement.lang = language;
});

Promise.all([part, words]).then(
  async ([{ start }]) => {
    await nextTask();
    await start(root, nextTask);
  },
  () => {
    // A new deployment may have removed this page's files; a reload gets the present ones.
    if (!reloadOnce(Date.now())) root.textContent = 'Tessera could not be loaded. Load this page again.';
  },
);

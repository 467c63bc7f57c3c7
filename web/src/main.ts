import { reloadOnce } from './app/late-page.ts';
import { languages } from './i18n/languages.ts';
import { startI18n } from './i18n/start.ts';
import { patterns } from './paths.ts';
import { ownTimeZone } from './ui/time-zone.ts';

// The page's policy lets nobody make code of text: shapes (zod) are read without trying that. Said here, since they ask as
// soon as they are loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to render into.');

/** Lets the browser draw and hear input between the parts of a start, each of which takes a phone about 0.1 s. */
const nextTask = () =>
  new Promise<void>((go) => {
    // Not a timer: those wait for a second in a tab that is opened behind.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });

/** Apart from the choice: in one expression the build would fetch the styles of one of them for both. */
const parts = {
  signIn: () => import('./sign-in/start.tsx'),
  dashboard: async () => {
    // The first question for it takes a phone 50 ms: asked apart, while files are on their way.
    void nextTask().then(ownTimeZone);
    // The shapes of replies, which the rest stands on.
    await import('@tessera/proto/api/wire');
    await nextTask();
    // Store, router and what components stand on.
    await import('./api/base.ts');
    await nextTask();
    return import('./app/start.tsx');
  },
};

/** Signing in is light and needs nothing of the dashboard: which of the two is loaded, the address says. */
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
    // The files of this page may be gone with an earlier version; a page loaded anew names those there are.
    if (!reloadOnce(Date.now())) root.textContent = 'Tessera could not be loaded. Load this page again.';
  },
);

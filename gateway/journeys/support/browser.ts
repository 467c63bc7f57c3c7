/** A real browser for journeys: the installed Chromium, with an accessibility check of pages. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@tessera/kit/test/eventually';
import { browserArguments, ensureBrowser, findBrowser } from '@tessera/local/testing/browser';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** Starts Chromium; installs it first if the machine has none. */
export const openBrowser = async (): Promise<Browser> => {
  await ensureBrowser();
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('no Chromium to run the journey with');
  return chromium.launch({ executablePath, args: browserArguments });
};

/** Opens an isolated browser context: own cookies, fixed language and time zone, no animations to wait for. */
export const openWindow = (
  browser: Browser,
  url: string,
  viewport = desktop,
  locale = 'en-US',
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    viewport,
    locale,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });

/**
 * Closes a window or a page, and waits at most 10 seconds: while a document is loading, Chromium may never confirm
 * the close. The window then closes with the browser.
 */
export const closeWindow = async (window: Pick<BrowserContext | Page, 'close'>): Promise<void> => {
  await Promise.race([window.close(), delay(10_000, undefined, { ref: false })]);
};

/**
 * Follows the requests of a page. The returned function waits until the page is complete: no request is under way, event
 * streams aside, and none has begun until the main thread was idle.
 */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    // Streams stay open.
    if (request.headers()['accept'] === 'text/event-stream') return;
    open.add(request);
    begun += 1;
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () =>
    eventually(async () => {
      const before = begun;
      await page.evaluate(idle);
      const addresses = [...open].map((request) => request.url());
      if (open.size > 0 || begun > before) throw new Error(`${page.url()} is loading ${addresses.join()}`);
    }, 30_000);
};

/** Resolves when the page has nothing to do. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });

/** Minified: each document that is checked parses and compiles it, which takes longer than the check. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules whose result depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Checked = {
  /** A part of the page. */
  within?: string;
  schemes?: readonly ('dark' | 'light')[];
  /** In the dark, too, all rules are checked, not only those about colours. */
  isWhole?: boolean;
};

/**
 * Returns the violations that axe finds on a page: all rules in the light scheme, only the colour rules in the dark
 * one, since nothing else can differ. Leaves the page in the last scheme. axe runs in the page itself; frames are not
 * checked.
 */
export const accessibilityFaults = async (
  page: Page,
  { within = 'html', schemes = ['dark', 'light'], isWhole = false }: Checked = {},
): Promise<string[]> => {
  const faults: string[] = [];
  // While it is being rendered, a page may have read one colour scheme and not yet listen for changes.
  await page.locator('h1').first().waitFor();
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // Polls by time, not by animation frames: a window in the background may render none.
    await page.waitForFunction(isSettledIn, colorScheme, { polling: 50 });
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    const rules = colorScheme === 'dark' && !isWhole ? colourRules : [];
    const found = await page.evaluate(runAxe, { rules, within });
    for (const { id, help, html } of found)
      faults.push(`${new URL(page.url()).pathname} (${colorScheme}) ${id}: ${help}: ${html}`);
  }
  return faults;
};

type Asked = { rules: string[]; within: string };
type Fault = { id: string; help: string; html: string };

const runAxe = async ({ rules, within }: Asked): Promise<Fault[]> => {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run(within, {
    resultTypes: ['violations'],
    // Style sheets and media would be fetched again, for rules that are off or about players of sound.
    preload: false,
    ...(rules.length > 0 && { runOnly: rules }),
  });
  return violations.map(({ id, help, nodes }) => ({ id, help, html: nodes[0]?.html ?? '' }));
};

/** Collects console errors and uncaught exceptions of a page. */
export const watchConsole = (page: Page): string[] => {
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself logs each failed request; the journey checks that the page handles it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      messages.push(message.text());
  });
  return messages;
};

/** Whether the page shows a colour scheme. Finishes colour transitions, since colours in between lack contrast. */
const isSettledIn = (colorScheme: string): boolean => {
  const shown = document.documentElement.dataset['mantineColorScheme'];
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  for (const animation of fading) animation.finish();
  return (shown === undefined || shown === colorScheme) && fading.length === 0;
};

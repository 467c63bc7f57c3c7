/** A real browser for journeys: Chromium as it is installed, and an accessibility check of each page it meets. */
import { setTimeout as delay } from 'node:timers/promises';
import { browserArguments, ensureBrowser, findBrowser } from '@tessera/local/browser';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** Starts Chromium, installing it first on a machine that has none. */
export const openBrowser = async (): Promise<Browser> => {
  await ensureBrowser();
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('no Chromium to run the journey with');
  return chromium.launch({ executablePath, args: browserArguments });
};

/** Someone's own window: cookies of its own, a fixed language and time zone, no animations to wait for. */
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
 * Closes a window or a page. For one whose document is just being loaded Chromium may never say that it has: it is then
 * left to go with the browser.
 */
export const closeWindow = async (window: Pick<BrowserContext | Page, 'close'>): Promise<void> => {
  await Promise.race([window.close(), delay(10_000, undefined, { ref: false })]);
};

/** Rules whose answer depends on the colours, and so on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on a page in light, and of its colours in dark, where nothing else can differ; `[]` when nothing. Leaves
 * the page in light. axe runs in the page itself, whose document it needs once: there are no frames to look into. `within`
 * limits it to a part, where the rest of a large page has been looked at before; `schemes` to those whose colours have not been.
 */
export const accessibilityFaults = async (
  page: Page,
  within = 'html',
  schemes: readonly ('dark' | 'light')[] = ['dark', 'light'],
): Promise<string[]> => {
  const faults: string[] = [];
  // A page that is being drawn may have read one colour scheme and not yet listen for the next.
  await page.locator('h1').first().waitFor();
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // By the clock, not by frames: a window that nobody sees may draw none.
    await page.waitForFunction(isSettledIn, colorScheme, { polling: 50 });
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    const rules = colorScheme === 'dark' ? colourRules : [];
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
    ...(rules.length > 0 && { runOnly: rules }),
  });
  return violations.map(({ id, help, nodes }) => ({ id, help, html: nodes[0]?.html ?? '' }));
};

/** Messages of the page's console that a developer should not see, and failed scripts. */
export const watchConsole = (page: Page): string[] => {
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself reports each refused request; that the page deals with it is what the journey checks.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      messages.push(message.text());
  });
  return messages;
};

/** Whether the page shows a colour scheme; what still fades from the other is brought to its end: half-way colours have no contrast. */
const isSettledIn = (colorScheme: string): boolean => {
  const shown = document.documentElement.dataset['mantineColorScheme'];
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  for (const animation of fading) animation.finish();
  return (shown === undefined || shown === colorScheme) && fading.length === 0;
};

/** Actions and checks in a browser, for journeys that click. */
import { eventually } from '@tessera/kit/test/eventually';
import type { SystemOptions } from '@tessera/local/system/system';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  accessibilityFaults,
  closeWindow,
  openBrowser,
  openWindow,
  type phone,
  watchConsole,
} from './browser.ts';
import { type Mail, mailTo } from './mail.ts';
import { type Journey, startJourney } from './system.ts';

export type Screen = ReturnType<typeof createScreen>;

/**
 * A whole system with its web application, and a browser. `options` are read at `start`; each test opens its own
 * windows, and `leave` fails on faults found in them.
 */
export const createScreen = (options: () => Promise<Partial<SystemOptions>>) => {
  const state: { journey?: Journey; browser?: Browser; page?: Page } = {};
  const windows: BrowserContext[] = [];
  const noise: string[][] = [];
  const faults: string[] = [];
  const present = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('nothing is open yet');
    return part;
  };
  const page = (): Page => present(state.page);
  const url = (): string => present(state.journey).url;

  const start = async (): Promise<void> => {
    // One after the other, so that `stop` can stop the first if the second fails; it would keep the run from ending.
    state.journey = await startJourney({ isWebServed: true, ...(await options()) });
    state.browser = await openBrowser();
  };
  const stop = async (): Promise<void> => {
    await state.browser?.close();
    await state.journey?.stop();
  };
  /** Opens a new window with its own cookies and makes it the current one. */
  const open = async (path: string, viewport?: typeof phone): Promise<Page> => {
    const window = await openWindow(present(state.browser), url(), viewport);
    window.setDefaultTimeout(30_000);
    windows.push(window);
    state.page = await window.newPage();
    noise.push(watchConsole(state.page));
    await state.page.goto(path);
    return state.page;
  };
  /** Makes another open window the current one. */
  const turnTo = (other: Page): void => void (state.page = other);
  /** Closes all windows. Fails on console errors and accessibility violations. */
  const leave = async (): Promise<void> => {
    for (const window of windows.splice(0)) await closeWindow(window);
    expect(faults.splice(0)).toEqual([]);
    expect(noise.splice(0).flat()).toEqual([]);
  };
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${url()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url() },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const mail = (email: string, kind: string): Promise<Mail> => mailTo(url(), email, kind);

  return {
    ...{ start, stop, open, turnTo, leave, page, url, post, mail },
    look: async () => void faults.push(...(await accessibilityFaults(page()))),
    ...deeds(page),
  };
};

const deeds = (page: () => Page) => {
  const fill = (label: string, value: string) =>
    page().getByLabel(label, { exact: true }).first().fill(value);
  const click = (name: string) => page().getByRole('button', { name, exact: true }).first().click();
  return {
    ...{ fill, click },
    heading: (name: string) => page().getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    confirm: (name: string) => page().getByRole('dialog').getByRole('button', { name, exact: true }).click(),
    follow: (name: string) => page().getByRole('link', { name }).first().click(),
    said: (text: string | RegExp) => page().getByText(text).first().waitFor(),
    gone: (text: string | RegExp) => page().getByText(text).first().waitFor({ state: 'detached' }),
    /** Waits until a disabled button explains itself in a tooltip. */
    explains: async (button: string, words: string) => {
      // A page that re-renders under a resting pointer gets no hover: move away and hover again.
      await eventually(async () => {
        await page().mouse.move(0, 0);
        await page().getByRole('button', { name: button, exact: true }).first().hover({ force: true });
        await page().getByRole('tooltip', { name: words }).waitFor({ timeout: 2_000 });
      });
    },
    signIn: async (name: string, password: string) => {
      await fill('E-mail or username', name);
      await fill('Password', password);
      await click('Sign in');
    },
    signOut: async () => {
      await page()
        .getByRole('button', { name: /^Account of / })
        .click();
      await page().getByRole('menuitem', { name: 'Sign out' }).click();
      await page().getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    },
  };
};

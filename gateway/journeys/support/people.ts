/** Users for browser journeys: an owner with an organization on a desktop, and a guest with a phone. */
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, openBrowser, openWindow, phone, watchConsole } from './browser.ts';
import { mailTo } from './mail.ts';
import { type Journey, startJourney } from './system.ts';

export type People = Awaited<ReturnType<typeof openPeople>>;

/** Starts the system and the browser. `check` fails on axe violations and console errors since its last call. */
export const openPeople = async (config: Record<string, unknown> = {}) => {
  const browser = await openBrowser();
  try {
    const journey = await startJourney({ isWebServed: true, config });
    try {
      return await prepare(journey, browser);
    } catch (error) {
      await journey.stop();
      throw error;
    }
  } catch (error) {
    // An open browser would keep the test run from ending.
    await browser.close();
    throw error;
  }
};

const prepare = async (journey: Journey, browser: Browser) => {
  const noise: string[][] = [];
  const faults: string[] = [];
  const openPage = async (viewport?: typeof phone): Promise<Page> => {
    const page = await openPageOf(browser, journey, viewport);
    noise.push(watchConsole(page));
    return page;
  };
  const owner = await openPage();
  await enroll(journey, owner, 'Ada');
  await post(owner, 'organization/create', { name: 'Acme Studio', slug: 'acme-studio' });
  return {
    journey,
    owner,
    guest: await openPage(phone),
    openPage,
    look: async (at: Page): Promise<void> => {
      faults.push(...(await accessibilityFaults(at)));
    },
    check: (): void => {
      expect(faults.splice(0)).toEqual([]);
      expect(noise.flatMap((messages) => messages.splice(0))).toEqual([]);
    },
    stop: async () => {
      await browser.close();
      await journey.stop();
    },
  };
};

const openPageOf = async (browser: Browser, journey: Journey, viewport?: typeof phone): Promise<Page> => {
  const window = await openWindow(browser, journey.url, viewport);
  window.setDefaultTimeout(30_000);
  return window.newPage();
};

/** Returns a body for sign-up. */
export const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password: 'correct horse battery',
});

/** Signs a user up in a window, and confirms their address if required. */
const enroll = async (journey: Journey, at: Page, name: string): Promise<void> => {
  const { token } = await post<{ token: string | null }>(at, 'sign-up/email', person(name));
  if (token === null) await at.request.get(await linkTo(journey, person(name).email, 'verification'));
};

/** Calls the auth API with a window's cookies, for steps that a journey does not click. */
export const post = async <Reply>(at: Page, path: string, data: unknown): Promise<Reply> => {
  const { origin } = new URL((await at.request.get('/api/auth/ok')).url());
  const response = await at.request.post(`/api/auth/${path}`, { headers: { origin }, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Reply;
};

export const heading = (at: Page, name: string | RegExp) =>
  at.getByRole('heading', { level: 1, name }).waitFor();
export const click = (at: Page, name: string) =>
  at.getByRole('button', { name, exact: true }).first().click();
export const fill = (at: Page, label: string, value: string) =>
  at.getByLabel(label, { exact: true }).fill(value);

/** Waits for the newest mail of a kind to an address and returns its link. */
export const linkTo = async (
  { url }: Journey,
  email: string,
  kind = 'organization-invitation',
): Promise<string> => (await mailTo(url, email, kind)).url;

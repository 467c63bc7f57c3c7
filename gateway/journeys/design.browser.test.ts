/** The page of all components, in development only: its pictures in light and dark, at desktop and phone width. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import {
  accessibilityFaults,
  closeWindow,
  desktop,
  openBrowser,
  openWindow,
  phone,
  watchConsole,
} from './support/browser.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let browser: Browser;
let pictures: string;

beforeAll(async () => {
  // Where whoever wants to keep the pictures says so.
  pictures = process.env['DESIGN_PICTURES'] ?? (await mkdtemp(join(tmpdir(), 'tessera-design-')));
  journey = await shareJourney({ isWebServed: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
  if (process.env['DESIGN_PICTURES'] === undefined) await rm(pictures, { recursive: true, force: true });
});

/** The buttons that open dialogs, with their sections. */
const dialogs = [
  ['dialogs', 'Plain'],
  ['dialogs', 'With a long name'],
  ['dialogs', 'Confirming'],
  ['dialogs', 'Confirming busily'],
  ['dialogs', 'Confirming in vain'],
  ['uploads', 'Cut a picture'],
] as const;

/** Light and dark, with what axe finds in both. */
const take = async (page: Page, name: string, within?: string): Promise<string[]> => {
  const faults = await accessibilityFaults(page, { within });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
      colorScheme,
    );
    const path = join(pictures, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    expect((await stat(path)).size).toBeGreaterThan(5_000);
  }
  return faults;
};

/** Whether something sticks out at the side of what should hold it. */
const isOverfull = (place: Locator): Promise<boolean> =>
  place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe.each([
  ['desktop', desktop],
  ['phone', phone],
])('the page of all components on a %s', (device, viewport) => {
  it('shows each in light and dark, accessibly and without a complaint', async () => {
    const window = await openWindow(browser, journey.url, viewport);
    window.setDefaultTimeout(30_000);
    const page = await window.newPage();
    const noise = watchConsole(page);
    const faults: string[] = [];
    await page.goto('/dev/design');
    await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
    await page.getByRole('slider', { name: 'Revenue (One day)' }).locator('svg').first().waitFor();
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(await page.locator('main').textContent()).not.toMatch(/NaN|undefined|\[object/);
    // What keeps to the edge of the window would else stand amid the page in the picture of the whole.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...viewport, height });
    faults.push(...(await take(page, `${device}-page`)));
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('menu').waitFor();
    faults.push(...(await accessibilityFaults(page, { within: '[role="menu"]' })));
    await page.keyboard.press('Escape');
    for (const [section, name] of dialogs) {
      await page.goto(`/dev/design?show=${section}`);
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      const picture = `${device}-${name.toLowerCase().replaceAll(' ', '-')}`;
      // The page behind has been looked at.
      faults.push(...(await take(page, picture, '[role="dialog"]')));
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
      // One that is busy cannot be left.
      if (await close.isDisabled()) continue;
      await close.click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.goto('/dev/design?show=card');
    await page.getByRole('heading', { level: 1, name: 'Join Northwind' }).waitFor();
    faults.push(...(await take(page, `${device}-card`)));
    expect({ faults, noise }).toEqual({ faults: [], noise: [] });
    await closeWindow(window);
  });
});

it('breaks long words in the title of a dialog and in what a field offers', async () => {
  const window = await openWindow(browser, journey.url, phone);
  const page = await window.newPage();
  await page.goto('/dev/design?show=dialogs');
  await page.getByRole('button', { name: 'With a long name' }).click();
  const dialog = page.getByRole('dialog', { name: /^Rename Donau/ });
  await dialog.waitFor();
  expect(await isOverfull(dialog)).toBe(false);
  await dialog.getByRole('combobox', { name: 'Team' }).click();
  const option = page.getByRole('option', { name: /^Donau/ });
  await option.waitFor();
  expect(await isOverfull(option)).toBe(false);
  await closeWindow(window);
});

it('leaves no field beneath the header of a dialog that scrolls', async () => {
  const window = await openWindow(browser, journey.url, { width: 320, height: 200 });
  const page = await window.newPage();
  await page.goto('/dev/design?show=dialogs');
  await page.getByRole('button', { name: 'Plain', exact: true }).click();
  const field = page.getByRole('dialog').locator('input').first();
  await field.waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus();
  await field.focus();
  expect(
    await field.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      return document.elementFromPoint(x + 20, y + 4) === element;
    }),
  ).toBe(true);
  await closeWindow(window);
});

it.each([
  ['desktop', desktop],
  ['phone', phone],
])(
  'lets a row be selected on a %s by a press beside its box, though all of it is a link',
  async (_name, size) => {
    const window = await openWindow(browser, journey.url, size);
    const page = await window.newPage();
    await page.goto('/dev/design?show=tables');
    const choice = page.getByRole('checkbox', { name: 'Select this row' }).first();
    await choice.scrollIntoViewIfNeeded();
    const box = await choice.boundingBox();
    if (!box) throw new Error('the box is not shown');
    await page.mouse.click(box.x + box.width / 2 - 11.5, box.y + box.height / 2 + 11.5);
    expect(await choice.isChecked()).toBe(true);
    await closeWindow(window);
  },
);

it('changes its colors at once for who asks for less motion', async () => {
  const window = await openWindow(browser, journey.url);
  const page = await window.newPage();
  await page.goto('/dev/design');
  await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => (document.body.dataset['moved'] = 'yes'));
  });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
      colorScheme,
    );
    // Transitions start with the frame that draws the new colors, and say so with the next one.
    await page.screenshot({ animations: 'allow' });
  }
  expect(await page.evaluate(() => document.body.dataset['moved'])).toBeUndefined();
  await closeWindow(window);
});

it('is printed in dark letters by who sees light ones', async () => {
  const window = await openWindow(browser, journey.url);
  const page = await window.newPage();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/dev/design');
  await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  const color = () => page.evaluate(() => getComputedStyle(document.documentElement).color);
  const onScreen = await color();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const onPaper = await color();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  expect([onPaper, onScreen === onPaper]).toEqual([await color(), false]);
  await closeWindow(window);
});

it('shows what is chosen in the reader’s own colors, which replace all backgrounds', async () => {
  const window = await openWindow(browser, journey.url);
  const page = await window.newPage();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dev/design?show=fields');
  const backgroundOf = (name: string) =>
    page
      .getByRole('switch', { name, exact: true })
      .evaluate((input) => getComputedStyle(input.nextElementSibling ?? input).backgroundColor);
  expect(await backgroundOf('On')).not.toBe(await backgroundOf('Off'));
  await page.goto('/dev/design?show=buttons');
  const colorOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((button) => getComputedStyle(button).color);
  expect(await colorOf('Refused')).not.toBe(await colorOf('Open'));
  await closeWindow(window);
});

it('is no page where the installation does not say that it is in development', async () => {
  const window = await openWindow(browser, journey.url);
  const page = await window.newPage();
  await page.route('**/dev/design', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<meta name="tessera-mode"[^>]*>/, '');
    await route.fulfill({ response, body: html });
  });
  await page.goto('/dev/design');
  // As for any address that may be a page of an organization.
  await page.waitForURL('**/sign-in?next=%2Fdev%2Fdesign');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await closeWindow(window);
});

/** A customer's own pages by clicking: from the purchase and its mail to canceling, and in again on a second device. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFaults, openBrowser, openWindow, phone, watchConsole } from './support/browser.ts';
import { mailTo } from './support/mail.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let browser: Browser;
let seller: BrowserContext;
let product: string;
const email = 'grace@portal.example.com';

const ask = async <Answer>(method: string, path: string, data?: unknown): Promise<Answer> => {
  const response = await seller.request.fetch(journey.url + path, {
    method,
    headers: { origin: journey.url },
    ...(data !== undefined && { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Answer;
};

beforeAll(async () => {
  journey = await shareJourney({ isWebServed: true });
  browser = await openBrowser();
  seller = await openWindow(browser, journey.url);
  const person = { name: 'Ada', email: 'ada@portal.example.com', password: 'correct horse battery' };
  await ask('POST', '/api/auth/sign-up/email', person);
  const organization = await ask<{ id: string }>('POST', '/api/auth/organization/create', {
    name: 'Acme Portal',
    slug: 'acme-portal',
  });
  const benefit = await ask<{ id: string }>('POST', '/api/billing/v1/benefits/', {
    type: 'custom',
    organization_id: organization.id,
    description: 'Our forum',
    properties: { note: 'Join at https://forum.example/join' },
  });
  product = (
    await ask<{ id: string }>('POST', '/api/billing/v1/products/', {
      organization_id: organization.id,
      name: 'Atlas Pro',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 2_900 }],
    })
  ).id;
  await ask('POST', `/api/billing/v1/products/${product}/benefits`, { benefits: [benefit.id] });
});
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
});

/** A device of the customer: what one keeps, the other does not have. */
const openDevice = async (viewport?: typeof phone): Promise<Page> => {
  const window = await openWindow(browser, journey.url, viewport);
  window.setDefaultTimeout(30_000);
  return window.newPage();
};

const buy = async (page: Page): Promise<void> => {
  const { client_secret: secret } = await ask<{ client_secret: string }>(
    'POST',
    '/api/billing/v1/checkouts/',
    { products: [product] },
  );
  await page.goto(`/checkout/${secret}`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Grace Hopper');
  await page.getByLabel('Country').selectOption('FR');
  await page.getByRole('button', { name: /^Subscribe/ }).click();
  await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor();
};

/** The link of the receipt to the customer's own pages. */
const linkOf = (text: string): string => /http\S+\/portal\/\S+/.exec(text)?.[0] ?? '';

it('a customer finds what they have bought, cancels, stays after all, and signs in elsewhere', async () => {
  const page = await openDevice(phone);
  await buy(page);
  await page.getByRole('link', { name: 'See all your purchases' }).click();
  await page.getByText('Atlas Pro').first().waitFor();

  const receipt = await mailTo(journey.url, email, 'order-confirmation');
  const noise = watchConsole(page);
  await page.goto(linkOf(receipt.text));
  await page.getByRole('heading', { name: 'Atlas Pro' }).waitFor();
  expect(page.url()).toMatch(/\/portal\/acme-portal\/orders\/[\w-]+$/);
  expect(await page.evaluate(() => document.referrer)).not.toContain('customer_session_token');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'https://forum.example/join' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await page.getByRole('link', { name: /Atlas Pro/ }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Atlas Pro?' });
  // However long the question: what answers it is in reach.
  await page.setViewportSize({ width: 320, height: 568 });
  const act = await dialog.getByRole('button', { name: 'Cancel subscription' }).boundingBox();
  expect((act?.y ?? Infinity) + (act?.height ?? 0)).toBeLessThan(568);
  // As high as a thumb needs.
  expect(act?.height).toBeGreaterThanOrEqual(44);
  await dialog.getByLabel('It is too expensive').check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText(/^Ends on/).waitFor();
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await page.getByText(/^Renews on/).waitFor();

  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('main').getByText(email).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(noise).toEqual([]);

  const other = await openDevice();
  await other.goto('/portal/acme-portal/subscriptions');
  await other.getByLabel('E-mail').fill(email);
  expect(await accessibilityFaults(other)).toEqual([]);
  await other.getByRole('button', { name: 'Send code' }).click();
  const { subject } = await mailTo(journey.url, email, 'customer-sign-in');
  await other.getByLabel('Code').fill(subject.slice(0, 6));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('link', { name: /Atlas Pro/ }).waitFor();
  expect(await accessibilityFaults(other)).toEqual([]);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.reload();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
});

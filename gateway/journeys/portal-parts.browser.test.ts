/** Each part of a customer's own pages, with data in it, by clicking. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFaults, openBrowser, openWindow, phone, watchConsole } from './support/browser.ts';
import { mailTo } from './support/mail.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let browser: Browser;
let seller: BrowserContext;
let page: Page;
let organizationId: string;
let customerId: string;

const v1 = '/api/billing/v1';
const ada = { name: 'Ada', email: 'ada@parts.example.com', password: 'correct horse battery' };
const email = 'grace@parts.example.com';
const book = randomBytes(300_000);
const daySeconds = 86_400;

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
const ask = async (method: string, path: string, data?: unknown): Promise<any> => {
  const response = await seller.request.fetch(journey.url + path, {
    method,
    headers: { origin: journey.url },
    ...(data !== undefined && { data }),
  });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
  return text === '' ? null : JSON.parse(text);
};

const signIn = () => ask('POST', '/api/auth/sign-in/email', { email: ada.email, password: ada.password });

const makeFile = async (): Promise<string> => {
  const checksum = createHash('sha256').update(book).digest('base64');
  const part = { number: 1, chunk_start: 0, chunk_end: book.length, checksum_sha256_base64: checksum };
  const { id, upload } = await ask('POST', `${v1}/files/`, {
    organization_id: organizationId,
    service: 'downloadable',
    name: 'book.pdf',
    mime_type: 'application/pdf',
    size: book.length,
    checksum_sha256_base64: checksum,
    upload: { parts: [part] },
  });
  const [{ url, headers }] = upload.parts;
  const sent = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(book) });
  await ask('POST', `${v1}/files/${id}/uploaded`, {
    id: upload.id,
    path: upload.path,
    parts: [{ number: 1, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64: checksum }],
  });
  return id;
};

/** A plan with files, a license and credit for what is measured. */
const makePlan = async (): Promise<string> => {
  const benefit = async (type: string, description: string, properties: object): Promise<string> =>
    (await ask('POST', `${v1}/benefits/`, { type, description, properties, organization_id: organizationId }))
      .id;
  const meter = await ask('POST', `${v1}/meters/`, {
    organization_id: organizationId,
    name: 'Rendered pages',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  });
  const activations = { limit: 3, enable_customer_admin: true };
  const benefits = [
    await benefit('downloadables', 'The book', { files: [await makeFile()] }),
    await benefit('license_keys', 'The app', {
      prefix: 'APP',
      activations,
      expires: null,
      limit_usage: null,
    }),
    await benefit('meter_credit', 'Pages included', { meter_id: meter.id, units: 10, rollover: false }),
  ];
  const { id } = await ask('POST', `${v1}/products/`, {
    organization_id: organizationId,
    name: 'Atlas Pro',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2_900 }],
  });
  await ask('POST', `${v1}/products/${id}/benefits`, { benefits });
  return id;
};

const buy = async (product: string): Promise<void> => {
  const { client_secret: secret } = await ask('POST', `${v1}/checkouts/`, {
    products: [product],
    customer_email: email,
  });
  await ask('POST', `${v1}/checkouts/client/${secret}/confirm`, {
    confirmation_token_id: 'tok_success',
    customer_name: 'Grace Hopper',
    customer_billing_address: { country: 'FR', line1: '1 rue', city: 'Lyon', postal_code: '69002' },
  });
  for (;;) {
    const { status, customer_id: id } = await ask('GET', `${v1}/checkouts/client/${secret}`);
    if (status !== 'succeeded') continue;
    const { items } = await ask('GET', `${v1}/customers/?email=${encodeURIComponent(email)}`);
    customerId = id ?? items[0].id;
    return;
  }
};

const used = () => ({ name: 'page', customer_id: customerId, organization_id: organizationId });

/** Opens the customer's pages by a link of the seller. */
const enter = async (): Promise<void> => {
  const { customer_portal_url: url } = await ask('POST', `${v1}/customer-sessions/`, {
    customer_id: customerId,
  });
  await page.goto(url);
  await page.getByRole('heading', { name: 'Hello, Grace Hopper' }).waitFor();
};

const go = async (name: string): Promise<void> => {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  await link.click();
  await page.locator('nav a[aria-current="page"]', { hasText: name }).waitFor();
};

beforeAll(async () => {
  journey = await shareJourney({ isWebServed: true });
  browser = await openBrowser();
  seller = await openWindow(browser, journey.url);
  await ask('POST', '/api/auth/sign-up/email', ada);
  ({ id: organizationId } = await ask('POST', '/api/auth/organization/create', {
    name: 'Acme Studio',
    slug: 'acme-parts',
  }));
  await ask('PATCH', `${v1}/organizations/${organizationId}`, {
    customer_portal_settings: {
      subscription: { allow_pause: true, cancellation_offer: { type: 'pause', months: 2 } },
    },
  });
  await buy(await makePlan());
  const device = await openWindow(browser, journey.url, phone);
  device.setDefaultTimeout(30_000);
  page = await device.newPage();
});
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
});

const fillCard = async (number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Grace Hopper');
};

const addCard = async (number: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add card' }).click();
  await fillCard(number);
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByText(`Visa •••• ${number.slice(-4)}`).waitFor();
};

/** Downloads a file, byte for byte. */
const downloadFile = async (): Promise<void> => {
  await enter();
  await go('Benefits');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download book.pdf' }).click();
  const path = await (await coming).path();
  expect((await readFile(path)).equals(book)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
};

/** Frees a device that a license is in use on. */
const freeDevice = async (): Promise<void> => {
  const key = await page.getByText(/^APP-/).textContent();
  const response = await page.request.post(`${v1}/customer-portal/license-keys/activate`, {
    data: { key, organization_id: organizationId, label: 'Old laptop' },
  });
  expect(response.status()).toBe(200);
  await go('Overview');
  await go('Benefits');
  await page.getByText('1 of 3 activations').waitFor();
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('0 of 3 activations').waitFor();
};

/** Sees what is used while it is used, without loading the page again. */
const seeUsage = async (): Promise<void> => {
  await ask('POST', `${v1}/events/ingest`, { events: [used()] });
  await go('Overview');
  await page.getByRole('link', { name: 'See what is left' }).click();
  await page.getByText('1 used in the last 30 days').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await ask('POST', `${v1}/events/ingest`, {
    events: [used(), used()],
  });
  await page.getByText('3 used in the last 30 days').waitFor();
  await readLongNames();
};

/** Reads names of a single long word on the narrowest phone: no page is wider than its screen. */
const readLongNames = async (): Promise<void> => {
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);
  const rename = async (name: string, organization: string): Promise<void> => {
    const [meter] = (await ask('GET', `${v1}/meters/`)).items;
    await ask('PATCH', `${v1}/meters/${meter.id}`, { name });
    await ask('PATCH', `${v1}/organizations/${organizationId}`, { name: organization });
  };
  await rename(long, long.slice(0, 60));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.reload();
  await page.getByRole('heading', { name: long }).waitFor();
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await tooWide()).toBe(0);
  await go('Overview');
  await page.getByText(new RegExp(`Everything .*${long.slice(0, 60)}`)).waitFor();
  expect(await tooWide()).toBe(0);
  await rename('Rendered pages', 'Acme Studio');
  await page.setViewportSize(phone);
  await page.reload();
};

/** Reads every way whole on the narrowest phone, and where letters are twice as large, in each language. */
const readWays = async (): Promise<void> => {
  for (const language of ['de', 'fr', 'es', 'pt', 'nl', 'it', 'ja', 'en']) {
    await page.goto(`/portal/acme-parts?locale=${language}`);
    await page.locator(`html[lang="${language}"]`).waitFor();
    const words = page.getByRole('navigation').getByRole('link').locator('span');
    await words.nth(5).waitFor();
    for (const size of [
      { width: 320, height: 700 },
      { width: 180, height: 370 },
      { width: 320, height: 160 },
    ]) {
      await page.setViewportSize(size);
      const cut = await words.evaluateAll((spans) =>
        spans.filter((span) => span.scrollWidth > span.clientWidth).map((span) => span.textContent),
      );
      expect({ language, size, cut }).toEqual({ language, size, cut: [] });
    }
  }
  await page.setViewportSize(phone);
};

/** Corrects what an invoice will say, and no more once it is made. */
const fetchInvoice = async (): Promise<void> => {
  await go('Orders');
  await page.getByRole('link', { name: /Atlas Pro/ }).click();
  const section = page.getByRole('region', { name: 'Billing details' });
  await section.getByRole('button', { name: 'Edit' }).click();
  await section.getByLabel('Name on the invoice').fill('Hopper SARL');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Hopper SARL').waitFor();
  const download = section.getByRole('button', { name: 'Download invoice' });
  await page.route('**/invoice', (route) => route.abort());
  await download.click();
  const [above, below] = await Promise.all([
    download.boundingBox(),
    section.getByRole('alert').boundingBox(),
  ]);
  expect(Number(below?.y) - Number(above?.y) - Number(above?.height)).toBeGreaterThan(8);
  await page.unroute('**/invoice');
  const coming = page.waitForEvent('download');
  await download.click();
  const path = await (await coming).path();
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
  await section.getByText(/can no longer be changed/).waitFor();
  expect(await section.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
};

/** Pauses, goes on, and takes the offer in place of canceling. */
const pauseAndStay = async (): Promise<void> => {
  await go('Subscriptions');
  await page.getByRole('link', { name: /Atlas Pro/ }).click();
  await page.getByRole('region', { name: 'Next payment' }).getByText('$29.00').first().waitFor();
  await page.getByRole('button', { name: 'Pause subscription' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('For 1 month').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Pauses soon').waitFor();
  await page.getByRole('button', { name: 'Do not pause' }).click();
  await page.getByText(/^Renews on/).waitFor();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText('Take a break instead').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pause instead' }).click();
  await page.getByText('Pauses soon').waitFor();
  await page.getByRole('button', { name: 'Do not pause' }).click();
  await page.getByText(/^Renews on/).waitFor();
};

/** Moves to another address once its code has come back, and takes their data along. */
const changeAddress = async (): Promise<void> => {
  await go('Account');
  const section = page.getByRole('region', { name: 'E-mail' });
  await section.getByRole('button', { name: 'Change' }).click();
  await section.getByLabel('New e-mail address').fill('hopper@parts.example.com');
  await section.getByRole('button', { name: 'Send code' }).click();
  await section.getByText('on its way to hopper@parts.example.com').waitFor();
  const { text } = await mailTo(journey.url, 'hopper@parts.example.com', 'customer-email');
  await section.getByLabel('Code').fill(/^[A-Z0-9]{6}$/m.exec(text)?.[0] ?? '');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('hopper@parts.example.com', { exact: true }).waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = JSON.parse(await readFile(await (await coming).path(), 'utf8'));
  expect(data).toMatchObject({
    customer: { email: 'hopper@parts.example.com' },
    orders: [{ billing_name: 'Hopper SARL' }],
    subscriptions: [{ status: 'active' }],
  });
  expect(await accessibilityFaults(page)).toEqual([]);
};

/** Keeps another card, and never takes the last one of a subscription away. */
const changeCards = async (): Promise<void> => {
  const section = page.getByRole('region', { name: 'Payment methods' });
  await section.getByRole('button', { name: 'Remove Visa •••• 4242' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('This card pays for a current subscription. Add another card first.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await addCard('4000 0000 0000 0341');
  await section.getByRole('button', { name: /^Make Visa •••• 4242 .*the default$/ }).click();
  await section.getByRole('button', { name: /^Make Visa •••• 0341 .*the default$/ }).click();
  // The default comes first: a click while the rows change places meets neither.
  await section.getByRole('button', { name: /^Make Visa •••• 4242 .*the default$/ }).waitFor();
  await section.getByRole('button', { name: 'Remove Visa •••• 4242' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await section.getByText('Visa •••• 4242').waitFor({ state: 'detached' });
};

/** Pays by hand what could not be charged, and has everything again. */
const payByHand = async (): Promise<void> => {
  await page.request.post('/api/dev/clock', { data: { offsetSeconds: 32 * daySeconds } });
  await signIn();
  await enter();
  await page.getByText('The payment for Atlas Pro did not go through').waitFor();
  const noise = watchConsole(page);
  await page.getByRole('link', { name: /^Pay \$29\.00 now/ }).click();
  await page.getByText('Visa •••• 0341').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Another card').check();
  await fillCard('5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Pay $29.00' }).click();
  await page.getByRole('region', { name: 'Pay now' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'View subscription' }).click();
  await page.getByText(/^Renews on/).waitFor();
  await page.getByRole('button', { name: 'Download book.pdf' }).waitFor();
  expect(noise).toEqual([]);
};

/** Hears of what the seller does. */
const hearOfRefund = async (): Promise<void> => {
  await go('Orders');
  await page
    .getByRole('link', { name: /Atlas Pro/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Billing details' }).waitFor();
  const { items } = await ask('GET', `${v1}/orders/?customer_id=${customerId}&sorting=-created_at`);
  await ask('POST', `${v1}/refunds/`, {
    order_id: items[0].id,
    reason: 'customer_request',
    amount: items[0].net_amount,
  });
  await page.getByText('Refunded').first().waitFor();
};

it('a customer uses each part of their pages, and each does what it says', async () => {
  await downloadFile();
  await freeDevice();
  await seeUsage();
  await readWays();
  await fetchInvoice();
  await pauseAndStay();
  await changeAddress();
  await changeCards();
  await payByHand();
  await hearOfRefund();
});

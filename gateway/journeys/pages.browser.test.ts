/** Every page by its address, with something on it, with names that are long, and without anything: one h1, no page
 * that is wider than its window, nothing that axe or the console complains about. */
import { createHash } from 'node:crypto';
import { eventually } from '@tessera/kit/test/eventually';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  accessibilityFaults,
  closeWindow,
  desktop,
  openBrowser,
  openWindow,
  phone,
  watchConsole,
  watchRequests,
} from './support/browser.ts';
import { type Journey, startJourney } from './support/system.ts';

const boss = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
const longName =
  'Gesellschaft für außergewöhnlich umfangreiche Softwareentwicklungs- und Beratungsdienstleistungen mbH';
const longProduct = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabonnement in erweiterter Ausgabe';
const longCustomer = {
  name: 'Maximilian-Alexander Freiherr von und zu Schnurrbartshausen-Oberammergau',
  email: 'maximilian-alexander.schnurrbartshausen-oberammergau@verwaltungsgesellschaft.example.com',
};
const b = '/api/billing/v1';

let journey: Journey;
let browser: Browser;
let seller: BrowserContext;
const things: Record<string, string> = {};

const ask = async <Answer = { id: string }>(
  method: string,
  path: string,
  data?: unknown,
): Promise<Answer> => {
  const response = await seller.request.fetch(journey.url + path, {
    method,
    headers: { origin: journey.url },
    ...(data !== undefined && { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Answer;
};
/** The first of a list; what comes of a purchase follows a moment later. */
const firstOf = (list: string, organization: string): Promise<string> =>
  eventually(async () => {
    const path = `${b}/${list}/?organization_id=${organization}&limit=1`;
    const { items } = await ask<{ items: { id: string }[] }>('GET', path);
    if (!items[0]) throw new Error(`no ${list}`);
    return items[0].id;
  }, 60_000);

type Opened = { client_secret: string };
const openCheckout = async (...products: string[]): Promise<string> =>
  (await ask<Opened>('POST', `${b}/checkouts/`, { products })).client_secret;

/** Pays a checkout; answers its secret. */
const buy = async (product: string, { name, email }: typeof longCustomer): Promise<string> => {
  const secret = await openCheckout(product);
  const token = await ask('POST', `${b}/sandbox/confirmation-tokens`, {
    client_secret: secret,
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123', name },
  });
  await ask('POST', `${b}/checkouts/client/${secret}/confirm`, {
    confirmation_token_id: token.id,
    customer_email: email,
    customer_name: name,
    customer_billing_address: { country: 'FR' },
  });
  return secret;
};

/** A picture whose name no line holds. Returns its id. */
const uploadPicture = async (organization_id: string): Promise<string> => {
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>',
  );
  const checksum_sha256_base64 = createHash('sha256').update(bytes).digest('base64');
  type Begun = { id: string; upload: { id: string; path: string; parts: { url: string }[] } };
  const { id, upload } = await ask<Begun>('POST', `${b}/files/`, {
    organization_id,
    service: 'product_media',
    name: `${longProduct}.svg`,
    mime_type: 'image/svg+xml',
    size: bytes.length,
    checksum_sha256_base64,
    upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: bytes.length, checksum_sha256_base64 }] },
  });
  const { pathname, search } = new URL(upload.parts[0]?.url ?? '');
  const sent = await fetch(journey.url + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) });
  await ask('POST', `${b}/files/${id}/uploaded`, {
    id: upload.id,
    path: upload.path,
    parts: [{ number: 1, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64 }],
  });
  return id;
};

const makeThings = async (): Promise<void> => {
  const full = (await ask('POST', '/api/auth/organization/create', { name: longName, slug: 'long-name' })).id;
  await ask('POST', '/api/auth/organization/create', { name: 'Empty', slug: 'empty' });
  const organization_id = full;
  const make = async (name: string, path: string, body: object) => {
    things[name] = (await ask('POST', `${b}/${path}`, { organization_id, ...body })).id;
  };
  await ask('POST', '/api/auth/organization/invite-member', {
    organizationId: full,
    email: longCustomer.email,
    role: 'admin',
  });
  await make('product', 'products/', {
    name: longProduct,
    description: `**${longProduct}**`,
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 9_999_900 }],
  });
  await make('benefit', 'benefits/', {
    type: 'license_keys',
    description: 'Key of the application',
    properties: {},
  });
  await ask('POST', `${b}/products/${things['product']}/benefits`, { benefits: [things['benefit']] });
  await make('discount', 'discounts/', {
    name: longProduct,
    type: 'percentage',
    basis_points: 1_000,
    duration: 'once',
    code: 'LONGNAME',
  });
  await make('tax', 'tax-registrations/', {
    country: 'US',
    state: 'NY',
    tax_number: '12-3456789-NEW-YORK-0001',
    valid_until: '2040-12-31T00:00:00Z',
  });
  await make('link', 'checkout-links/', { payment_processor: 'stripe', products: [things['product']] });
  await make('field', 'custom-fields/', {
    type: 'text',
    name: longProduct,
    slug: 'long_name',
    properties: {},
  });
  things['file'] = await uploadPicture(organization_id);
  await make('meter', 'meters/', {
    name: longProduct,
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] },
    aggregation: { func: 'count' },
  });
  things['endpoint'] = (
    await ask('POST', '/api/billing/v1/webhooks/endpoints', {
      url: `https://${'sub.'.repeat(12)}example.com/hooks/${'path/'.repeat(20)}`,
      format: 'raw',
      events: ['order.paid'],
      secret: 'whsec_dGVzc2VyYS1qb3VybmV5LXNlY3JldC0zMg==',
      organization_id,
    })
  ).id;
  things['paid'] = await buy(things['product'] ?? '', longCustomer);
  for (const list of ['checkouts', 'orders', 'subscriptions', 'customers', 'license-keys', 'events'])
    things[list] = await firstOf(list, full);
  // What is credited is shown with its customer.
  await make('cheaper', 'products/', {
    name: longProduct,
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 1_000 }],
  });
  await ask('POST', `${b}/products/${things['cheaper']}/benefits`, { benefits: [things['benefit']] });
  await ask('PATCH', `${b}/subscriptions/${things['subscriptions']}`, { product_id: things['cheaper'] });
};

beforeAll(async () => {
  [journey, browser] = await Promise.all([
    startJourney({
      isWebServed: true,
      config: { identity: { admin: { firstAdminEmails: [boss.email] }, rateLimit: { enabled: false } } },
    }),
    openBrowser(),
  ]);
  seller = await openWindow(browser, journey.url);
  await ask('POST', '/api/auth/sign-up/email', boss);
  await makeThings();
});
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
});

/** What is wrong with the page that is open, besides what axe finds. */
const shapeFaults = async (page: Page): Promise<string[]> => {
  const { pathname } = new URL(page.url());
  const faults: string[] = [];
  // Parts that are laid out by script follow the window's width a moment later.
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, {
      timeout: 10_000,
      polling: 50,
    })
    .catch(() => faults.push(`${pathname}: wider than its window`));
  const shape = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    isBroken: /\bNaN\b|\bundefined\b|\[object /.test(document.body.innerText),
  }));
  if (shape.headings !== 1) faults.push(`${pathname}: ${shape.headings} first headings`);
  if (shape.isBroken) faults.push(`${pathname}: shows what is no text`);
  for (const word of await brokenWords(page)) faults.push(`${pathname}: breaks ${word}`);
  return faults;
};

/** Lines, too, are laid out a moment after the window has another width: what stays broken counts. */
const brokenWords = async (page: Page): Promise<string[]> => {
  let words: string[] = [];
  const look = async () => {
    words = await page.evaluate(findBrokenWords);
    if (words.length > 0) throw new Error(words.join(', '));
  };
  await eventually(look, 5_000).catch(() => undefined);
  return words;
};

/** Words that every line has room for and that stand on two all the same. */
const findBrokenWords = (): string[] => {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]{2,16}(?=[\s-]|$)/g)) {
      const isPart = /[^\s-]/.test(node.textContent?.[index - 1] ?? ' ');
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (!isPart && lines.size > 1) broken.push(word);
    }
  return broken;
};

/**
 * Each page on a desktop in the light, and then, as it stands, on a phone in the dark. The first page also on a desktop
 * in the dark: what only a desktop has room for are the navigation and columns of tables, which are alike everywhere.
 */
const lookAt = async (window: BrowserContext, addresses: readonly string[]): Promise<void> => {
  window.setDefaultTimeout(30_000);
  const page = await window.newPage();
  const noise = watchConsole(page);
  const untilComplete = watchRequests(page);
  const faults: string[] = [];
  for (const [index, address] of addresses.entries()) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(desktop);
    await page.goto(address);
    await untilComplete();
    const schemes = index === 0 ? (['dark', 'light'] as const) : (['light'] as const);
    faults.push(...(await accessibilityFaults(page, { schemes })), ...(await shapeFaults(page)));
    await page.setViewportSize(phone);
    const onPhone = [
      ...(await shapeFaults(page)),
      ...(await accessibilityFaults(page, { schemes: ['dark'], isWhole: true })),
    ];
    faults.push(...onPhone.map((fault) => `on a phone: ${fault}`));
  }
  await closeWindow(page);
  expect({ faults, noise }).toEqual({ faults: [], noise: [] });
};

/** Seller's windows are signed in with the cookies that made everything. */
const sellersWindow = async (): Promise<BrowserContext> => {
  const window = await openWindow(browser, journey.url);
  await window.addCookies(await seller.cookies());
  return window;
};

const lists = [
  '',
  'analytics',
  'products',
  'benefits',
  'files',
  'discounts',
  'meters',
  'custom-fields',
  'checkout-links',
  'checkouts',
  'orders',
  'payments',
  'subscriptions',
  'customers',
  'license-keys',
  'events',
  'webhooks',
];
const forms = ['products', 'benefits', 'discounts', 'meters', 'custom-fields', 'checkout-links', 'webhooks'];
const settings = [
  '',
  '/brand',
  '/taxes',
  '/portal',
  '/time-machine',
  '/payments',
  '/tokens',
  '/members',
  '/invitations',
  '/danger',
];
const details = () => [
  `products/${things['product']}`,
  `benefits/${things['benefit']}`,
  `discounts/${things['discount']}`,
  `checkout-links/${things['link']}`,
  `custom-fields/${things['field']}`,
  `files/${things['file']}`,
  `meters/${things['meter']}`,
  `checkouts/${things['checkouts']}`,
  `orders/${things['orders']}`,
  `subscriptions/${things['subscriptions']}`,
  `customers/${things['customers']}`,
  `license-keys/${things['license-keys']}`,
  `events/${things['events']}`,
  `webhooks/${things['endpoint']}`,
];
const inside = (slug: string, pages: readonly string[]): string[] => pages.map((page) => `/${slug}/${page}`);

describe('on a desktop and on a phone', () => {
  it('every list of an organization is sound, full and empty', async () => {
    const window = await sellersWindow();
    await lookAt(window, [...inside('long-name', lists), ...inside('empty', lists)]);
    await closeWindow(window);
  });

  it('the overview is there after fifteen requests', async () => {
    const { organization_id: organizationId } = await ask<{ organization_id: string }>(
      'GET',
      `${b}/products/${things['product']}`,
    );
    await ask('POST', '/api/auth/organization/set-active', { organizationId });
    const window = await sellersWindow();
    const page = await window.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/long-name', { waitUntil: 'networkidle' });
    await page.getByText(longCustomer.name).first().waitFor();
    await page.getByRole('button', { name: 'Table' }).waitFor();
    expect({ requests, areFew: requests.length <= 15 }).toEqual({ requests, areFew: true });
    await closeWindow(window);
  });

  it('short words of narrow columns stay whole, also in German', async () => {
    const window = await openWindow(browser, journey.url, desktop, 'de-DE');
    await window.addCookies(await seller.cookies());
    const page = await window.newPage();
    for (const [address, words] of [
      ['settings/invitations', /Administrator/],
      ['settings/taxes', /, NY$/],
      ['discounts', /^10\s%$/],
    ] as const)
      for (const width of [desktop.width, 1200]) {
        await page.setViewportSize({ ...desktop, width });
        await page.goto(`/long-name/${address}`);
        await page.getByRole('cell', { name: words }).waitFor();
        expect([width, ...(await shapeFaults(page))]).toEqual([width]);
      }
    await closeWindow(window);
  });

  it('a sale is printed black on white, without what can only be pressed', async () => {
    const window = await sellersWindow();
    const page = await window.newPage();
    const untilComplete = watchRequests(page);
    for (const address of [
      `/long-name/orders/${things['orders']}`,
      `/checkout/${things['paid']}/confirmation`,
    ]) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await page.goto(address);
      await untilComplete();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const seen = await page.evaluate(() => ({
        ground: getComputedStyle(document.body).backgroundColor,
        // The number of an order is copied by a press, and is read on paper too.
        controls: [...document.querySelectorAll('button:not(:has([data-figures])), nav, aside, search')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 1)
          .map((one) => one.outerHTML.slice(0, 200)),
      }));
      expect(seen).toEqual({ ground: 'rgb(255, 255, 255)', controls: [] });
    }
    await closeWindow(window);
  });

  it('lists have room on a small laptop, also in German', async () => {
    const window = await openWindow(browser, journey.url, { width: 1200, height: 800 }, 'de-DE');
    await window.addCookies(await seller.cookies());
    const page = await window.newPage();
    const untilComplete = watchRequests(page);
    const faults: string[] = [];
    for (const list of [
      'orders',
      'payments',
      'license-keys',
      'subscriptions',
      'discounts',
      'settings/invitations',
    ])
      for (const width of [1200, 1024, 800]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/long-name/${list}`);
        await untilComplete();
        await page.getByRole('table').first().waitFor();
        if ((await page.locator('[data-wide]').count()) > 0) faults.push(`${list} at ${width}`);
      }
    expect(faults).toEqual([]);
    await closeWindow(window);
  });

  it('a license key is told from others on a phone', async () => {
    const window = await openWindow(browser, journey.url, phone);
    await window.addCookies(await seller.cookies());
    const page = await window.newPage();
    await page.goto('/long-name/license-keys');
    await page
      .getByText(/^\*{4}-\w{6}$/)
      .first()
      .waitFor();
    await closeWindow(window);
  });

  it('every page of one thing, every form and all settings are sound', async () => {
    const window = await sellersWindow();
    await lookAt(window, [
      ...inside('long-name', details()),
      ...inside('long-name', forms).map((page) => `${page}/new`),
      ...settings.map((page) => `/long-name/settings${page}`),
      '/long-name/no-such-page',
    ]);
    await closeWindow(window);
  });

  it('the pages of an account and of an admin are sound', async () => {
    const window = await sellersWindow();
    const { user } = await ask<{ user: { id: string } }>('GET', '/api/auth/get-session');
    await lookAt(window, [
      '/account/profile',
      '/account/security',
      '/account/sessions',
      '/account/leave',
      '/organizations/new',
      '/admin',
      `/admin/users/${user.id}`,
    ]);
    await closeWindow(window);
  });

  it('the pages for buyers, and those of nobody, are sound', async () => {
    const window = await openWindow(browser, journey.url);
    const open = await openCheckout(things['product'] ?? '');
    const { token } = await ask<{ token: string }>('POST', `${b}/customer-sessions/`, {
      customer_id: things['customers'],
    });
    const portal = '/portal/long-name';
    await lookAt(window, [
      `/checkout/${open}`,
      `/checkout/${things['paid']}`,
      '/checkout/tessera_c_none',
      portal,
      `${portal}?customer_session_token=${token}`,
      ...['orders', 'subscriptions', 'benefits', 'account'].map(
        (page) => `${portal}/${page}?customer_session_token=${token}`,
      ),
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/reset-password',
      '/email-verified',
      '/accept-invitation?id=none',
    ]);
    await closeWindow(window);
  });
});

/** The checkout by clicking: on a phone, in another language, and in the frame of another site. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
} from './support/browser.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let browser: Browser;
let shop: Server;
let shopUrl: string;
let seller: BrowserContext;
let product: string;
let acme: string;
const windows: BrowserContext[] = [];

/** A seller's own site, on another origin: a button, and the script that it loads from Tessera. */
const shopPage = (checkout: string): string => `<!doctype html><html lang="en"><title>Shop</title><body>
  <button id="buy" data-polar-checkout="${checkout}" data-polar-checkout-theme="dark">Buy</button>
  <a id="behind" href="#behind">Something behind</a>
  <p id="heard"></p>
  <script src="${journey.url}/embed/checkout.js" data-auto-init></script>
  <script>
    const { create } = window.Polar.EmbedCheckout;
    window.addEventListener('message', ({ data, origin }) => {
      document.getElementById('heard').textContent += ' ' + data.event + '@' + origin;
    });
  </script></body></html>`;

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
  shop = createServer((req, res) => {
    res.setHeader('content-type', 'text/html');
    const asked = new URL(req.url ?? '', 'http://x').searchParams;
    res.end(shopPage(asked.get('link') ?? `${journey.url}/checkout/${asked.get('secret')}`));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  seller = await openWindow(browser, journey.url);
  const person = { name: 'Ada', email: 'ada@checkout.example.com', password: 'correct horse battery' };
  await ask('POST', '/api/auth/sign-up/email', person);
  const organization = await ask<{ id: string }>('POST', '/api/auth/organization/create', {
    name: 'Acme Checkout',
    slug: 'acme-checkout',
  });
  acme = organization.id;
  await ask('PATCH', `/api/billing/v1/organizations/${organization.id}`, {
    email: 'help@example.com',
    brand_settings: { accent_color: '#ffcc00' },
  });
  product = (
    await ask<{ id: string }>('POST', '/api/billing/v1/products/', {
      organization_id: organization.id,
      name: 'Atlas Pro',
      description: 'All **maps**',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 2_900 }],
    })
  ).id;
});
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => shop.close(resolve));
  await journey?.stop();
});
afterEach(async () => {
  for (const window of windows.splice(0)) await closeWindow(window);
});

const makeCheckout = async (body: object = {}): Promise<string> =>
  (
    await ask<{ client_secret: string }>('POST', '/api/billing/v1/checkouts/', {
      products: [product],
      ...body,
    })
  ).client_secret;

const open = async (url: string, viewport?: typeof phone): Promise<Page> => {
  const window = await openWindow(browser, journey.url, viewport);
  window.setDefaultTimeout(30_000);
  windows.push(window);
  const page = await window.newPage();
  await page.goto(url);
  return page;
};

type Place = Pick<Page, 'getByLabel'>;
const fillCard = async (place: Place, card = '4242 4242 4242 4242', email = 'grace@example.com') => {
  await place.getByLabel('E-mail', { exact: true }).fill(email);
  await place.getByLabel('Card number').fill(card);
  await place.getByLabel('Expiry').fill('12 / 40');
  await place.getByLabel('Security code').fill('123');
  await place.getByLabel('Name on card').fill('Grace Hopper');
  await place.getByLabel('Country').selectOption('FR');
};

describe('on a phone', () => {
  it('is paid without an accessibility fault in any of its states', async () => {
    const page = await open(`/checkout/${await makeCheckout()}`, phone);
    const noise = watchConsole(page);
    await page.getByText('You will be charged $29.00 monthly until you cancel.').waitFor();
    const faults = await accessibilityFaults(page);
    await page.getByRole('button', { name: /^Show order details/ }).click();
    await page.getByText('maps').waitFor();
    faults.push(...(await accessibilityFaults(page)));
    const pay = page.getByRole('button', { name: 'Subscribe for $29.00 / month' });
    expect(await pay.evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight)).toBe(
      true,
    );
    await pay.click();
    await page.getByText('Enter your card number.').waitFor();
    faults.push(...(await accessibilityFaults(page)));
    // The first mistake has the keyboard.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await fillCard(page);
    await pay.click();
    await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor();
    faults.push(...(await accessibilityFaults(page)));
    expect([faults, noise]).toEqual([[], []]);
    // On paper there is nothing to press.
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('keeps every price in sight beside a name that no line holds, and its boxes square', async () => {
    const { id } = await ask<{ id: string }>('POST', '/api/billing/v1/products/', {
      organization_id: acme,
      name: 'Atlas'.repeat(40),
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 123_456 }],
    });
    for (const viewport of [desktop, phone]) {
      const page = await open(`/checkout/${await makeCheckout({ products: [id, product] })}`, viewport);
      if (viewport === phone) await page.getByRole('button', { name: /^Show order details/ }).click();
      for (const price of ['$1,234.56', '$29.00']) {
        const choice = page.getByRole('radio').locator('..').filter({ hasText: price });
        await choice.waitFor();
        const isSeen = await choice.getByText(price).evaluate((shown) => {
          const { left, right, width, height } = shown.getBoundingClientRect();
          return left >= 0 && right <= window.innerWidth && width > 0 && height > 0;
        });
        expect([viewport, price, isSeen]).toEqual([viewport, price, true]);
      }
      const facts = await page.evaluate(() => ({
        isWide: (document.scrollingElement?.scrollWidth ?? 0) > window.innerWidth,
        boxes: [...document.querySelectorAll('input[type=checkbox]')].map((box) => {
          const { width, height } = box.getBoundingClientRect();
          return width > 0 && width === height;
        }),
      }));
      expect(facts.isWide).toBe(false);
      expect(facts.boxes.length).toBeGreaterThan(0);
      expect(facts.boxes).not.toContain(false);
    }
  });

  it('shows on the narrowest phone how a card number is written', async () => {
    const page = await open(`/checkout/${await makeCheckout()}`, { width: 320, height: 640 });
    const number = page.getByLabel('Card number');
    await number.waitFor();
    const [asked, given] = await number.evaluate((input: HTMLInputElement) => {
      const pen = document.createElement('canvas').getContext('2d');
      if (pen) pen.font = getComputedStyle(input).font;
      return [pen?.measureText(input.placeholder).width ?? Infinity, input.clientWidth];
    });
    expect(asked).toBeLessThanOrEqual(given ?? 0);
  });

  it.each([
    // So high that a field would be behind the button.
    { ...phone, height: 740 },
    // As where letters are twice as large, of a phone upright and on its side.
    { width: 180, height: 370 },
    { width: 320, height: 160 },
  ])('covers nothing that the keyboard comes to with its button ($width by $height)', async (size) => {
    const page = await open(`/checkout/${await makeCheckout()}`, size);
    await page.getByLabel('Card number').focus();
    const covered = () =>
      page.evaluate(() => {
        const field = document.activeElement;
        const { left, top, width, height } = field?.getBoundingClientRect() ?? new DOMRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return field?.contains(seen) && top >= 0 && top + height <= innerHeight ? null : field?.id;
      });
    while (!(await page.getByLabel('Country').evaluate((field) => field === document.activeElement))) {
      await page.keyboard.press('Tab');
      expect(await covered()).toBeNull();
    }
  });

  it('holds its button while less is named than the seller takes', async () => {
    const { id } = await ask<{ id: string }>('POST', '/api/billing/v1/products/', {
      organization_id: acme,
      name: 'What it is worth',
      recurring_interval: null,
      prices: [{ amount_type: 'custom', minimum_amount: 1_000, preset_amount: 2_000 }],
    });
    const page = await open(`/checkout/${await makeCheckout({ products: [id] })}`);
    const pay = page.getByRole('button', { name: /^Pay/ });
    await pay.waitFor();
    expect(await pay.isEnabled()).toBe(true);
    const amount = page.getByRole('textbox', { name: /amount|price|pay/i }).first();
    await amount.fill('5');
    await eventually(async () => expect(await pay.isDisabled()).toBe(true));
    await page.getByText('At least $10.00.').waitFor();
    await amount.fill('12');
    await eventually(async () => expect(await pay.isEnabled()).toBe(true));
  });

  it('moves nothing once it is drawn', async () => {
    const page = await open('about:blank', phone);
    await page.addInitScript(() => {
      const seen = window as unknown as { shifts: number };
      seen.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`/checkout/${await makeCheckout()}`);
    await page.getByLabel('ZIP code').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.1);
  });
});

describe('in the buyer’s language', () => {
  it.each([
    ['de', 'Kartennummer', 'Abonnieren für 29,00 $ / Monat'],
    ['ja', 'カード番号', '$29.00 / 月で申し込む'],
  ])('%s, only that one is loaded', async (language, label, button) => {
    const page = await open('about:blank');
    const words: string[] = [];
    page.on('request', (request) => {
      const file = /assets\/(en|de|fr|es|pt|nl|it|ja)-[\w-]+\.js/.exec(request.url())?.[1];
      if (file) words.push(file);
    });
    await page.goto(`/checkout/${await makeCheckout()}?locale=${language}`);
    await page.getByLabel(label).waitFor();
    const shown = await page
      .getByRole('button', { name: /29[.,]00/ })
      .last()
      .textContent();
    expect(shown?.replaceAll('\u00a0', ' ')).toBe(button);
    expect(new Set(words)).toEqual(new Set([language]));
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe('in the frame of another site', () => {
  it('opens above it, keeps the keyboard, and goes by Escape', async () => {
    const page = await open(`${shopUrl}/?secret=${await makeCheckout({ embed_origin: shopUrl })}`);
    await page.getByRole('button', { name: 'Buy' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Card number').waitFor();
    expect(await frame.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await page.getByText(`loaded@${journey.url}`).waitFor();
    expect(await page.locator('#behind').evaluate((link) => (link as HTMLElement).matches('[inert]'))).toBe(
      true,
    );
    await frame.getByLabel('E-mail', { exact: true }).focus();
    // Not waited for: the frame that would acknowledge the key is gone by it, and the browser then never answers.
    page.keyboard.press('Escape').catch(() => undefined);
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy');
  });

  it('opens from a link, too, whose checkout only this site may frame', async () => {
    const { url } = await ask<{ url: string }>('POST', '/api/billing/v1/checkout-links/', {
      payment_processor: 'stripe',
      products: [product],
    });
    const page = await open(`${shopUrl}/?${new URLSearchParams({ link: url }).toString()}`, phone);
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    await page.getByText(`loaded@${journey.url}`).waitFor();
    const { items } = await ask<{ items: { embed_origin: string }[] }>(
      'GET',
      `/api/billing/v1/checkouts/?organization_id=${acme}&limit=1`,
    );
    expect(items.map(({ embed_origin }) => embed_origin)).toEqual([shopUrl]);
  });

  it('goes by going back, which leaves the site where it was', async () => {
    const page = await open(`${shopUrl}/?secret=${await makeCheckout({ embed_origin: shopUrl })}`, phone);
    const place = () => page.evaluate(() => window.navigation.currentEntry?.index);
    const before = await place();
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    // Not by Playwright's own way, which waits for a page to load.
    await page.evaluate(() => window.history.back());
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect(new URL(page.url()).origin).toBe(shopUrl);
    expect(await place()).toBe(before);
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.waitForFunction((index) => window.navigation.currentEntry?.index === index, before);
  });

  it('keeps a long name of its seller clear of the button that closes it on a phone', async () => {
    const page = await open(`${shopUrl}/?secret=${await makeCheckout({ embed_origin: shopUrl })}`, phone);
    await page.getByRole('button', { name: 'Buy' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Close' }).waitFor();
    const gap = await frame
      .getByText('Acme Checkout', { exact: true })
      .first()
      .evaluate((name) => {
        name.textContent = 'Acme '.repeat(30);
        const close = document.querySelector('button[aria-label="Close"]');
        return (close?.getBoundingClientRect().left ?? 0) - name.getBoundingClientRect().right;
      });
    expect(gap).toBeGreaterThanOrEqual(0);
  });

  it('is paid there, and tells the site of it', async () => {
    const page = await open(`${shopUrl}/?secret=${await makeCheckout({ embed_origin: shopUrl })}`);
    await page.getByRole('button', { name: 'Buy' }).click();
    const frame = page.frameLocator('iframe');
    await fillCard(frame, '4242 4242 4242 4242', 'framed@example.com');
    await frame.getByRole('button', { name: /^Subscribe/ }).click();
    await frame.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor();
    await page.getByText(/confirmed@.* success@/).waitFor();
    await frame.getByText('Use the link in your e-mail to return to everything you bought.').waitFor();
    await frame.getByRole('button', { name: 'Close' }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
  });

  it('takes the site to its own page afterwards', async () => {
    const own = { embed_origin: shopUrl, success_url: `${shopUrl}/thanks?of={CHECKOUT_ID}` };
    const page = await open(`${shopUrl}/?secret=${await makeCheckout(own)}`);
    await page.getByRole('button', { name: 'Buy' }).click();
    const frame = page.frameLocator('iframe');
    await fillCard(frame, '4242 4242 4242 4242', 'leaving@example.com');
    await frame.getByRole('button', { name: /^Subscribe/ }).click();
    await page.waitForURL(/\/thanks\?of=[0-9a-f-]{36}/);
    await page.goBack();
    await page.waitForURL(/\/\?secret=/);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('is nobody else’s', async () => {
    const page = await open(
      `${shopUrl}/?secret=${await makeCheckout({ embed_origin: 'https://other.example' })}`,
    );
    const refused = page.waitForEvent('console', (message) =>
      /frame-ancestors|refused to/i.test(message.text()),
    );
    await page.getByRole('button', { name: 'Buy' }).click();
    await refused;
    expect(await page.getByText('loaded@').count()).toBe(0);
    // The browser's own page of refusal has no way out.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
  });
});

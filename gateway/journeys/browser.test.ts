/** The main job by clicking, as seller and as customer, with an accessibility check of every page on the way. */
import { eventually } from '@tessera/kit/test/eventually';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  accessibilityFaults,
  closeWindow,
  openBrowser,
  openWindow,
  phone,
  watchConsole,
} from './support/browser.ts';
import { startReceiver } from './support/receiver.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let browser: Browser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let seller: BrowserContext;
let page: Page;
let noise: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  journey = await shareJourney({ isWebServed: true });
  browser = await openBrowser();
  seller = await openWindow(browser, journey.url);
  seller.setDefaultTimeout(30_000);
  page = await seller.newPage();
  await signUp();
  await closeWindow(page);
  await openShop();
});
afterAll(async () => {
  await browser?.close();
  await receiver?.stop();
  await journey?.stop();
});
beforeEach(async () => {
  faults.length = 0;
  page = await seller.newPage();
  noise = watchConsole(page);
});
afterEach(async () => {
  if (page) await closeWindow(page);
  expect(faults).toEqual([]);
  expect(noise).toEqual([]);
});

const look = async (at: Page = page): Promise<void> => {
  faults.push(...(await accessibilityFaults(at)));
};
const heading = (name: string | RegExp, at: Page = page) =>
  at.getByRole('heading', { level: 1, name }).waitFor();
const click = (name: string | RegExp, at: Page = page) => at.getByRole('button', { name }).first().click();
const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
const fill = (label: string, value: string, at: Page = page) =>
  at.getByLabel(label, { exact: true }).fill(value);
const visit = async (path: string, title: string | RegExp): Promise<void> => {
  await page.goto(path);
  await heading(title);
};

/** Sign-up by clicking; what every other test starts from. */
const signUp = async (): Promise<void> => {
  await page.goto('/sign-up');
  await look();
  await fill('Name', 'Ada Lovelace');
  await fill('E-mail', 'ada@studio.example.com');
  await fill('Password', 'correct horse battery');
  await click(/^create|^sign up/i);
  await page.waitForURL('**/organizations/new');
  await heading('Name your organization');
  await look();
  await fill('Name', 'Acme Studio');
  await click(/create/i);
  await page.waitForURL('**/acme-studio');
  await heading(/overview/i);
  await look();
  expect(faults).toEqual([]);
};

/** What a shop has before a test begins, made through the API with the seller's own session. */
const openShop = async (): Promise<void> => {
  const organization = await ask<{ id: string }[]>('GET', '/api/auth/organization/list');
  const scope = { organization_id: organization[0]?.id };
  const benefit = await ask<{ id: string }>('POST', '/api/billing/v1/benefits/', {
    ...scope,
    type: 'custom',
    description: 'Private forum',
    properties: { note: 'The forum is at forum.example.com' },
  });
  const product = await ask<{ id: string }>('POST', '/api/billing/v1/products/', {
    ...scope,
    name: 'Atlas Pro',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2_900 }],
  });
  await ask('POST', `/api/billing/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });
  const events = ['order.paid', 'subscription.active', 'benefit_grant.created'];
  await ask('POST', '/api/billing/v1/webhooks/endpoints', {
    ...scope,
    url: receiver.url,
    format: 'raw',
    events,
  });
  const checkout = await ask<{ client_secret: string }>('POST', '/api/billing/v1/checkouts/', {
    products: [product.id],
    customer_email: 'early@example.com',
  });
  await ask('POST', `/api/billing/v1/checkouts/client/${checkout.client_secret}/confirm`, {
    confirmation_token_id: 'tok_success',
    customer_name: 'Early Bird',
    customer_billing_address: { country: 'FR' },
  });
  await eventually(() => expect(new Set(receiver.types())).toEqual(new Set(events)));
};

const ask = async <Answer>(method: string, path: string, data?: unknown): Promise<Answer> => {
  const response = await seller.request.fetch(path, {
    method,
    headers: { origin: journey.url },
    ...(data !== undefined && { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Answer;
};

const makeCheckoutLink = async (): Promise<string> => {
  await visit('/acme-studio/products', 'Products');
  await follow('Atlas Pro');
  await click('Share checkout link');
  const field = page.getByRole('textbox', { name: 'Checkout link' });
  await field.waitFor();
  await look();
  return field.inputValue();
};

const openCheckout = async (url: string, viewport?: typeof phone): Promise<Page> => {
  const buyer = await (await openWindow(browser, journey.url, viewport)).newPage();
  buyer.setDefaultTimeout(30_000);
  await buyer.goto(url);
  await buyer.getByText('$29.00').first().waitFor();
  return buyer;
};

const pay = async (buyer: Page, card: string, email?: string): Promise<void> => {
  if (email !== undefined) await fill('E-mail', email, buyer);
  await fill('Card number', card, buyer);
  await fill('Expiry', '12 / 40', buyer);
  await fill('Security code', '123', buyer);
  await fill('Name on card', 'Grace Hopper', buyer);
  await buyer.getByLabel('Country').selectOption('FR');
  await click(/^Subscribe/, buyer);
};

describe('a seller', () => {
  it('creates a benefit', async () => {
    await visit('/acme-studio/benefits', 'Benefits');
    await look();
    await visit('/acme-studio/benefits/new', /new benefit/i);
    await fill('Description', 'Priority support');
    await fill('Note to the customer', 'Write to help@example.com');
    await look();
    await click(/create benefit/i);
    await page.getByRole('link', { name: 'Priority support' }).waitFor();
  });

  it('creates a product with a benefit', async () => {
    await visit('/acme-studio/products/new', 'New product');
    await fill('Name', 'Atlas Team');
    await page.getByText('Subscription', { exact: true }).click();
    await fill('Amount', '99');
    await page.getByRole('combobox', { name: 'Attached benefits' }).click();
    await page.getByRole('option', { name: 'Private forum' }).click();
    await page.keyboard.press('Escape');
    await look();
    await click('Create product');
    await heading('Atlas Team');
    await look();
    await visit('/acme-studio/products', 'Products');
    await page.getByRole('link', { name: 'Atlas Team' }).waitFor();
    await look();
  });

  it('is told beside the field what is wrong', async () => {
    await visit('/acme-studio/products/new', 'New product');
    await fill('Name', 'ab');
    await click('Create product');
    await page.getByText(/at least 3 characters/i).waitFor();
    await look();
  });

  it('adds a webhook endpoint', async () => {
    await visit('/acme-studio/webhooks', 'Webhooks');
    await look();
    await visit('/acme-studio/webhooks/new', /new|endpoint/i);
    await fill('URL', 'https://partner.example.com/hook');
    await click(/select all/i);
    await look();
    await click(/^create|^add/i);
    await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}/);
    await heading(/partner\.example\.com/);
    await look();
  });

  it('creates an access token and sees it once', async () => {
    await visit('/acme-studio/settings/tokens', 'Access tokens');
    await look();
    await click(/new token|create token/i);
    await fill('Name', 'Shop back end');
    await page.getByRole('checkbox').first().check();
    await look();
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    expect(await page.getByRole('textbox', { name: 'Access token' }).inputValue()).toMatch(/^tessera_oat_/);
    await look();
    await page.reload();
    await page.getByText('Shop back end').first().waitFor();
    expect(await page.content()).not.toMatch(/tessera_oat_\w{40}/);
  });

  it('finds an order, its subscription and its customer', async () => {
    await visit('/acme-studio/orders', 'Orders');
    await look();
    await follow(/early@example\.com/);
    await heading(/\$29\.00/);
    await look();
    await visit('/acme-studio/subscriptions', 'Subscriptions');
    await look();
    await visit('/acme-studio/customers', 'Customers');
    await look();
    await follow(/early@example\.com|Early Bird/);
    await page.getByText('Private forum').first().waitFor();
    await look();
  });

  it('looks at deliveries and sends one again', async () => {
    await visit('/acme-studio/webhooks', 'Webhooks');
    await follow(/127\.0\.0\.1/);
    await page.getByText('order.paid').first().waitFor();
    await look();
    const before = receiver.received.length;
    await click(/^redeliver/i);
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(before));
  });

  it('sees how the shop is doing, and its settings', async () => {
    await visit('/acme-studio', /overview/i);
    await page.getByText('Early Bird').first().waitFor();
    await look();
    await visit('/acme-studio/settings', /settings/i);
    await look();
  });

  it('is sent to sign-in when the session is gone, and comes back to where it was', async () => {
    const window = await openWindow(browser, journey.url);
    const stranger = await window.newPage();
    await stranger.goto('/acme-studio/orders');
    await stranger.waitForURL('**/sign-in**');
    await look(stranger);
    await fill('E-mail or username', 'ada@studio.example.com', stranger);
    await fill('Password', 'wrong password', stranger);
    await click(/^sign in/i, stranger);
    await stranger.getByRole('alert').first().waitFor();
    await look(stranger);
    await fill('Password', 'correct horse battery', stranger);
    await click(/^sign in/i, stranger);
    await stranger.waitForURL('**/acme-studio/orders');
    await closeWindow(window);
  });
});

describe('a customer', () => {
  it('is declined, then pays on a phone', async () => {
    const buyer = await openCheckout(await makeCheckoutLink(), phone);
    const buyerNoise = watchConsole(buyer);
    await look(buyer);
    await click(/^Subscribe/, buyer);
    await buyer.locator('[aria-invalid="true"]').first().waitFor();
    await look(buyer);
    await pay(buyer, '4000000000000002', 'grace@example.com');
    await buyer
      .getByRole('alert')
      .filter({ hasText: /declined/i })
      .first()
      .waitFor();
    await look(buyer);
    await pay(buyer, '4242424242424242', 'grace@example.com');
    await buyer.waitForURL('**/confirmation');
    await buyer.getByText('Private forum').first().waitFor();
    await look(buyer);
    expect(buyerNoise).toEqual([]);
    await closeWindow(buyer.context());
  });

  it("denies the bank's question, thinks again and approves", async () => {
    const buyer = await openCheckout(await makeCheckoutLink());
    await pay(buyer, '4000002500003155', 'barbara@example.com');
    await buyer.getByRole('dialog').waitFor();
    await look(buyer);
    await click('Deny', buyer);
    await buyer.getByRole('alert').first().waitFor();
    await look(buyer);
    // Who buys is settled by the first try.
    await pay(buyer, '4000002500003155');
    const question = buyer.getByRole('dialog');
    await question.waitFor();
    // Asked again after a reload, where the page behind is centered, it looks the same.
    await buyer.reload();
    await question.waitFor();
    const style = await question.locator('h2').evaluate((title) => {
      title.focus();
      const { outlineStyle, textAlign } = getComputedStyle(title);
      return { outlineStyle, textAlign };
    });
    expect(style).toEqual({ outlineStyle: 'none', textAlign: 'start' });
    await click('Approve', buyer);
    await buyer.waitForURL('**/confirmation');
    await closeWindow(buyer.context());
  });
});

describe('a page that is not there', () => {
  it('says so, on both bundles', async () => {
    await page.goto('/acme-studio/nothing/here');
    await page.getByText('There is nothing here').waitFor();
    await look();
    await page.goto('/checkout/tessera_c_unknown');
    await heading(/./);
    await look();
  });
});

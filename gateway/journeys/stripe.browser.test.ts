/** A seller whose customers pay at Stripe: its form at the checkout, its banks' questions, and a card added later. */
import { eventOf, type FakeStripe, startFakeStripe } from '@tessera/kit/test/stripe';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { closeWindow, openBrowser, openWindow, phone, watchConsole } from './support/browser.ts';
import { createPartner, createSeller, type Seller } from './support/clients.ts';
import { cards, type StripePage, serveStripe } from './support/stripe-page.ts';
import { type Journey, startJourney } from './support/system.ts';

let stripe: FakeStripe;
let journey: Journey;
let browser: Browser;
let seller: Seller;
let account: ReturnType<FakeStripe['addAccount']>;
const windows: BrowserContext[] = [];
beforeAll(async () => {
  stripe = await startFakeStripe();
  journey = await startJourney({ isWebServed: true, env: { STRIPE_API_URL: stripe.url } });
  browser = await openBrowser();
  seller = await createSeller(journey.url);
  account = stripe.addAccount();
  const connected = await seller.call('POST', '/api/billing/v1/payment-accounts/', {
    organization_id: seller.organizationId,
    secret_key: account.key,
    publishable_key: account.publishableKey,
    webhook_secret: account.webhookSecret,
  });
  if (connected.status !== 201) throw new Error(JSON.stringify(connected.body));
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
  await stripe?.stop();
});
afterEach(async () => {
  for (const window of windows.splice(0)) await closeWindow(window);
});

/** As Stripe tells of an intent, with a signature. */
const tell = async (intentId: string): Promise<void> => {
  const { body, signature } = eventOf(stripe.get(intentId), {
    type: 'payment_intent.updated',
    secret: account.webhookSecret,
  });
  const url = `${journey.url}/api/billing/v1/integrations/stripe/webhook?organization=${seller.organizationId}`;
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`webhook: ${status}`);
};

const open = async (): Promise<{ page: Page; noise: string[]; atStripe: StripePage }> => {
  const window = await openWindow(browser, journey.url, phone);
  window.setDefaultTimeout(60_000);
  windows.push(window);
  const atStripe = await serveStripe(window, { stripe, onAnswered: tell });
  const page = await window.newPage();
  return { page, noise: watchConsole(page), atStripe };
};

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card form"]');
const typeCard = (page: Page, number: string) => cardFrame(page).getByLabel('Card number').fill(number);
const answerBank = (page: Page, button: 'Complete' | 'Fail') =>
  page.frameLocator('iframe[title="Bank"]').getByRole('button', { name: button }).click();

const openCheckout = async (page: Page, recurringInterval: 'month' | null): Promise<void> => {
  const polar = createPartner(journey.url, seller.token);
  const { id } = await polar.products.create({
    name: 'Atlas',
    recurringInterval,
    prices: [{ amountType: 'fixed', priceAmount: 2_900 }],
  });
  const { clientSecret } = await polar.checkouts.create({ products: [id] });
  await page.goto(`/checkout/${clientSecret}`);
  await page.getByLabel('E-mail', { exact: true }).fill(`buyer-${recurringInterval}@example.com`);
  await page.getByLabel('Name on card').fill('Grace Hopper');
  await page.getByLabel('Country').selectOption('FR');
};

/** Whether an error of the form is seen above the button that stays in sight. */
const isErrorInSight = () => {
  const edgeOf = (selector: string) => document.querySelector(`form ${selector}`)?.getBoundingClientRect();
  return (edgeOf('[role=alert]')?.bottom ?? Infinity) <= (edgeOf('[type=submit]')?.top ?? 0);
};

const chargesOf = () => stripe.of('payment_intent').filter(({ status }) => status === 'succeeded');

describe('a checkout that is paid at Stripe', () => {
  it('shows its form, a decline and a bank that says no, and is paid once the bank says yes', async () => {
    const { page, noise, atStripe } = await open();
    await openCheckout(page, null);
    const pay = page.getByRole('button', { name: 'Pay $29.00' });
    await cardFrame(page).getByLabel('Card number').waitFor();
    // What is wrong with the card is said beside its own fields.
    await pay.click();
    await cardFrame(page).getByText('Your card number is incomplete.').waitFor();
    await typeCard(page, '1234');
    await pay.click();
    await page.getByText('Your card number is invalid.').waitFor();
    await typeCard(page, cards.declined);
    await pay.click();
    await page.getByText('Your card was declined.').waitFor();
    await typeCard(page, cards.asks);
    await pay.click();
    await answerBank(page, 'Fail');
    await page.getByText(/^The payment did not go through and you have not been charged\./).waitFor();
    // Stripe's form appears later, and does not push it out of sight.
    await cardFrame(page).getByLabel('Card number').waitFor();
    await page.waitForFunction(isErrorInSight);
    expect(chargesOf()).toEqual([]);
    await page.getByLabel('Name on card').fill('Grace Hopper');
    await typeCard(page, cards.asks);
    await pay.click();
    await answerBank(page, 'Complete');
    await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor();
    expect(stripe.balance(account.account)).toBe(2_900);
    expect(atStripe.exchanged.at(-1)).toMatchObject({
      key: account.publishableKey,
      due: { mode: 'payment', amount: 2_900, currency: 'usd' },
      details: { name: 'Grace Hopper', email: 'buyer-null@example.com', address: { country: 'FR' } },
    });
    expect(noise).toEqual([]);
  });
});

describe('the pages of a customer who pays at Stripe', () => {
  it('keep a card that is typed into Stripe’s form, once its bank was answered', async () => {
    const { page, noise, atStripe } = await open();
    await openCheckout(page, 'month');
    await cardFrame(page).getByLabel('Card number').waitFor();
    await typeCard(page, cards.ok);
    await page.getByRole('button', { name: /^Subscribe/ }).click();
    await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor();
    const polar = createPartner(journey.url, seller.token);
    const [customer] = (await polar.customers.list({ email: 'buyer-month@example.com' })).result.items;
    const session = await polar.customerSessions.create({ customerId: customer?.id ?? '' });
    await page.goto(session.customerPortalUrl);
    await page.getByRole('link', { name: 'Account' }).click();
    const cardsKept = page.getByRole('button', { name: /^Remove/ });
    await cardsKept.first().waitFor();
    expect(await cardsKept.count()).toBe(1);
    await page.getByRole('button', { name: 'Add card' }).click();
    const save = page.getByRole('button', { name: 'Save card' });
    await page.getByLabel('Name on card').fill('Ada Lovelace');
    await typeCard(page, cards.declined);
    await save.click();
    await page.getByText('Your bank has declined this card. Use another one.').waitFor();
    await typeCard(page, cards.asks);
    await save.click();
    await answerBank(page, 'Complete');
    await cardsKept.nth(1).waitFor();
    expect(atStripe.exchanged.at(-1)).toMatchObject({
      key: account.publishableKey,
      due: { mode: 'setup', currency: 'usd', setupFutureUsage: 'off_session' },
      details: { name: 'Ada Lovelace' },
    });
    expect(noise).toEqual([]);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError, createApiClient } from './api-client.ts';
import { connectApps } from './apps.ts';
import { openPortal, takeFailingCard, tokenOf, useLicense, usualCard } from './customer.ts';
import { isSellerThere } from './earlier.ts';
import { hangLogo, hangPictures, makeHandbook } from './files.ts';
import { everythingCustomer, type Purchase, placeOf, purchases } from './purchases.ts';
import { answersTo, prepareSelling, scopes } from './selling.ts';
import { signUpSeller } from './sign-up.ts';
import {
  appLicense,
  benefits,
  discounts,
  meters,
  openedDaysAgo,
  organization,
  products,
  registration,
  seller,
  sellerDetails,
} from './story.ts';
import { makeAlerts, makeIncludedPages, sendUsage } from './usage.ts';

export type DemoOptions = {
  /** The base URL of the gateway. */
  url: string;
  /** The origin that a browser would send. */
  origin: string;
  /** The path of the auth API. */
  authPath: string;
  say: (text: string) => void;
  signal?: AbortSignal;
};

type Identified = { id: string };
type Checkout = Identified & { client_secret: string; status: string };

const DAY = 86_400;
const v1 = '/api/billing/v1';

const howToSignIn = (origin: string) =>
  `  Demo seller: sign in at ${origin}/sign-in with ${seller.email} and the password ${seller.password}`;

const moveClock = (api: ApiClient, daysAgo: number): Promise<unknown> =>
  api.call('POST', '/api/dev/clock', { offsetSeconds: -daysAgo * DAY });

/** Signs the seller up and opens the shop. Returns a client with an organization access token, and its clean-up. */
const openShop = async (
  api: ApiClient,
  visitor: ApiClient,
  authPath: string,
): Promise<{ shop: ApiClient; close: () => Promise<unknown> }> => {
  await signUpSeller(api, authPath);
  const { id } = await api.call<Identified>('POST', `${authPath}/organization/create`, organization);
  await api.call('POST', `${authPath}/organization/set-active`, { organizationId: id });
  const created = await api.call<{ token: string; organization_access_token: Identified }>(
    'POST',
    `${v1}/organization-access-tokens/`,
    { organization_id: id, comment: 'Demo data', scopes },
  );
  const shop = api.withToken(created.token);
  const { email, password } = seller;
  const close = async () => {
    // The clock has moved on by months since the sign-up: that session has expired.
    await api.call('POST', `${authPath}/sign-in/email`, { email, password });
    await connectApps(api, visitor, id);
    await api.call('DELETE', `${v1}/organization-access-tokens/${created.organization_access_token.id}`);
  };
  return { shop, close };
};

/** Makes discounts, some with many codes. Returns their ids by name. */
const makeDiscounts = async (
  shop: ApiClient,
  productIds: ReadonlyMap<string, string>,
): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (const { codes, products: keys, ...discount } of discounts) {
    const body = { ...discount, products: keys.map((key) => productIds.get(key)) };
    const { id } = await shop.call<Identified>('POST', `${v1}/discounts/`, body);
    if (codes > 0) await shop.call('POST', `${v1}/discounts/${id}/codes`, { count: codes, prefix: 'FRIEND' });
    ids.set(discount.name, id);
  }
  return ids;
};

const makeMeters = async (shop: ApiClient): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (const { key, ...meter } of meters)
    ids.set(key, (await shop.call<Identified>('POST', `${v1}/meters/`, meter)).id);
  return ids;
};

/** Makes benefits, meters and products. Returns the products' ids by key. */
const stockShelves = async (shop: ApiClient, url: string): Promise<Map<string, string>> => {
  const benefitIds = new Map<string, string>();
  for (const { key, description, note } of benefits) {
    const body = { type: 'custom', description, properties: { note } };
    benefitIds.set(key, (await shop.call<Identified>('POST', `${v1}/benefits/`, body)).id);
  }
  const meterIds = await makeMeters(shop);
  benefitIds.set('app', (await shop.call<Identified>('POST', `${v1}/benefits/`, appLicense)).id);
  benefitIds.set('pages', await makeIncludedPages(shop, meterIds.get('renders') ?? ''));
  await makeAlerts(shop, meterIds.get('renders') ?? '');
  benefitIds.set('handbook', await makeHandbook(shop, url));
  const productIds = new Map<string, string>();
  for (const product of products) {
    const { name, description, interval, price, abroad = [], usage } = product;
    const byUsage = usage && {
      amount_type: 'metered_unit',
      meter_id: meterIds.get(usage.meter),
      ...usage.price,
    };
    const prices = [price, ...abroad, ...(byUsage ? [byUsage] : [])];
    const body = { name, description, recurring_interval: interval, prices };
    const { id } = await shop.call<Identified>('POST', `${v1}/products/`, body);
    productIds.set(product.key, id);
    await shop.call('POST', `${v1}/products/${id}/benefits`, {
      benefits: product.benefits.map((key) => benefitIds.get(key)),
    });
    if (product.isArchived) await shop.call('PATCH', `${v1}/products/${id}`, { is_archived: true });
  }
  return productIds;
};

const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

const waitUntilPaid = async (visitor: ApiClient, path: string): Promise<void> => {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { status } = await visitor.call<Checkout>('GET', path);
    if (status === 'succeeded') return;
    if (status !== 'confirmed' || performance.now() > deadline) {
      throw new Error(`a checkout of the demo did not succeed: it is ${status}`);
    }
    await delay(100);
  }
};

const isDecline = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/** Buys one product, or abandons it, as seller's server and customer's browser would. Returns the checkout's id. */
const buy = async (
  shop: ApiClient,
  visitor: ApiClient,
  productId: string,
  purchase: Purchase,
): Promise<string> => {
  const { customer, amount } = purchase;
  const checkout = await shop.call<Checkout>('POST', `${v1}/checkouts/`, {
    products: [productId],
    ...(amount === undefined ? {} : { amount }),
    // Codes were sent with the newsletter.
    ...(purchase.code && { metadata: { utm_source: 'newsletter' } }),
  });
  const path = `${v1}/checkouts/client/${checkout.client_secret}`;
  const details = {
    ...(purchase.code && { discount_code: purchase.code }),
    customer_name: customer,
    customer_email: addressOf(customer),
    custom_field_data: answersTo(purchase.product),
    ...placeOf(customer),
  };
  const confirm = (token: string) =>
    visitor.call('POST', `${path}/confirm`, { ...details, confirmation_token_id: token });
  if (purchase.isDeclinedFirst) {
    await confirm('tok_declined').catch((error: unknown) => {
      if (!isDecline(error)) throw error;
    });
  }
  if (purchase.isAbandoned) {
    await visitor.call('PATCH', path, details);
    return checkout.id;
  }
  await confirm(await tokenOf(visitor, { card: usualCard, client_secret: checkout.client_secret }));
  await waitUntilPaid(visitor, path);
  return checkout.id;
};

/** Refunds a purchase, in full or in part. */
const giveBack = async (
  shop: ApiClient,
  checkoutId: string,
  { reason, amount }: NonNullable<Purchase['refund']>,
): Promise<void> => {
  type Order = Identified & { net_amount: number };
  const { items } = await shop.call<{ items: Order[] }>('GET', `${v1}/orders/?checkout_id=${checkoutId}`);
  for (const { id, net_amount } of items)
    await shop.call('POST', `${v1}/refunds/`, { order_id: id, reason, amount: amount ?? net_amount });
};

const createHistory = async (
  { url, origin, authPath, signal }: DemoOptions,
  api: ApiClient,
): Promise<void> => {
  await moveClock(api, openedDaysAgo);
  const { shop, close } = await openShop(api, createApiClient(url, origin), authPath);
  const productIds = await stockShelves(shop, url);
  await hangPictures(shop, url, productIds);
  await hangLogo(shop, url);
  const discountIds = await makeDiscounts(shop, productIds);
  await openPortal(shop, discountIds.get('Three months at half price') ?? '');
  await prepareSelling(shop, { productIds, discountIds });
  await shop.call('POST', `${v1}/tax-registrations`, registration);
  await shop.call('PATCH', `${v1}/seller-details`, sellerDetails);
  for (const purchase of purchases) {
    signal?.throwIfAborted();
    await moveClock(api, purchase.daysAgo);
    const visitor = createApiClient(url, origin);
    const checkoutId = await buy(shop, visitor, productIds.get(purchase.product) ?? '', purchase);
    if (purchase.refund) await giveBack(shop, checkoutId, purchase.refund);
    if (purchase.isFailingLater) await takeFailingCard(shop, visitor, addressOf(purchase.customer));
  }
  await moveClock(api, 0);
  const renderers = purchases.filter(({ product }) => product === 'render' || product === 'scale');
  const users = renderers.map(({ customer, daysAgo }) => ({ email: addressOf(customer), days: daysAgo }));
  await sendUsage(shop, users, Date.now());
  await useLicense(shop, createApiClient(url, origin), addressOf(everythingCustomer));
  await close();
};

/**
 * Creates a demo seller with five months of history, through the public API only. Does nothing when the seller exists
 * already. Returns how to sign in.
 */
export const seedDemo = async (options: DemoOptions): Promise<string> => {
  const { url, origin, authPath, say } = options;
  const api = createApiClient(url, origin);
  if (await isSellerThere(api, authPath)) return howToSignIn(origin);
  say('Making a demo seller with five months of history …');
  try {
    await createHistory(options, api);
  } finally {
    await moveClock(api, 0);
  }
  return howToSignIn(origin);
};

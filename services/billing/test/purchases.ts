/** Opens and pays checkouts over HTTP, as sellers and customers do. */
import { eventually } from '@tessera/kit/test/eventually';
import type { FullProduct } from '../src/catalog/products/view.ts';
import { type BillingStack, makeProduct, makeSeller, type Seller } from './factories.ts';

export const address = { country: 'FR' };
/** What a customer fills in, without the card. */
export const details = (email: string) => ({
  customer_email: email,
  customer_name: 'Grace Customer',
  customer_billing_address: address,
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
type Body = any;

export type Opened = { seller: Seller; product: FullProduct; checkout: Body; path: string };

let count = 0;
/** Returns a unique e-mail address. */
export const freshEmail = (): string =>
  `customer-${process.pid}-${++count}-${Math.random().toString(36).slice(2)}@example.com`;

/** Creates a checkout, with a new product and, unless passed, a new seller. */
export const openCheckout = async (
  stack: BillingStack,
  options: { seller?: Seller; product?: Partial<Parameters<typeof makeProduct>[1]>; body?: object } = {},
): Promise<Opened> => {
  const seller = options.seller ?? (await makeSeller(stack));
  const product = await makeProduct(stack, { ...options.product, organizationId: seller.organizationId });
  const {
    body: checkout,
    status,
    text,
  } = await stack.send('POST', '/checkouts/', {
    as: seller.owner,
    body: { products: [product.id], ...options.body },
  });
  if (status !== 201) throw new Error(text);
  return { seller, product, checkout, path: `/checkouts/client/${checkout.client_secret}` };
};

export const confirm = (stack: BillingStack, path: string, body: object = {}) =>
  stack.send('POST', `${path}/confirm`, {
    body: { ...details(freshEmail()), confirmation_token_id: 'tok_success', ...body },
  });

/** Waits until a checkout has this status, and returns it. */
export const untilStatus = (stack: BillingStack, path: string, status: string): Promise<Body> =>
  eventually(async () => {
    const { body } = await stack.send('GET', path);
    if (body.status !== status) throw new Error(`checkout is ${body.status}`);
    return body;
  });

/** Requests a document (`/orders/…/invoice`, `/refunds/…/credit-note`), waits for it and returns its URL. */
export const makePaper = async (stack: BillingStack, path: string, as: Seller['owner']): Promise<string> => {
  const asked = await stack.send('POST', path, { as });
  if (asked.status !== 202) throw new Error(asked.text);
  return eventually(async () => {
    const { status, body } = await stack.send('GET', path, { as });
    if (status !== 200) throw new Error(`the paper is not there: ${status}`);
    return body.url.replace('http://localhost:3000', stack.url);
  });
};

/** Opens a checkout, pays it and waits until it succeeded. */
export const buy = async (
  stack: BillingStack,
  { token = 'tok_success', ...options }: Parameters<typeof openCheckout>[1] & { token?: string | null } = {},
) => {
  const opened = await openCheckout(stack, options);
  const email = freshEmail();
  const confirmed = await confirm(stack, opened.path, {
    ...details(email),
    ...(token !== null && { confirmation_token_id: token }),
  });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  await untilStatus(stack, opened.path, 'succeeded');
  const { body: orders } = await stack.send('GET', `/orders/?checkout_id=${opened.checkout.id}`, {
    as: opened.seller.owner,
  });
  return { ...opened, email, confirmed: confirmed.body, order: orders.items[0] as Body };
};

/** A seller with an account at a fake of Stripe's API, and webhook events from it. */
import { eventually } from '@tessera/kit/test/eventually';
import { eventOf, type FakeStripe, startFakeStripe } from '@tessera/kit/test/stripe';
import { apiPath, type BillingStack, makeSeller, type Seller, startBilling } from './factories.ts';
import { confirm, details, freshEmail, type Opened, openCheckout, untilStatus } from './purchases.ts';

export type StripeSeller = Seller & {
  account: string;
  accountId: string;
  key: string;
  webhookSecret: string;
};

/** Starts billing with payments at a fake of Stripe's API. */
export const startWithStripe = async () => {
  const stripe = await startFakeStripe();
  const stack = await startBilling({ stripeUrl: stripe.url });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await stripe.stop();
  };
  return { stack, stripe, stop };
};

/** Creates a seller with a connected Stripe account. */
export const makeStripeSeller = async (
  stack: BillingStack,
  stripe: FakeStripe,
  mode: 'test' | 'live' = 'test',
): Promise<StripeSeller> => {
  const seller = await makeSeller(stack);
  const { account, key, publishableKey, webhookSecret } = stripe.addAccount(mode);
  const { status, body, text } = await stack.send('POST', '/payment-accounts/', {
    as: seller.owner,
    body: {
      organization_id: seller.organizationId,
      secret_key: key,
      publishable_key: publishableKey,
      webhook_secret: webhookSecret,
    },
  });
  if (status !== 201) throw new Error(text);
  return { ...seller, account, accountId: body.id, key, webhookSecret };
};

/** Sends a webhook event as Stripe does. Returns the HTTP status. */
export const sendEvent = async (
  stack: BillingStack,
  { body, signature }: { body: string; signature: string },
  query = '',
): Promise<number> => {
  const response = await fetch(`${stack.url}${apiPath}/integrations/stripe/webhook${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });
  return response.status;
};

/** Sends a signed event with the present state of an object. Returns the HTTP status. */
export const tell = (
  stack: BillingStack,
  seller: { webhookSecret: string },
  thing: object,
  type = 'payment_intent.succeeded',
): Promise<number> => sendEvent(stack, eventOf(thing, { type, secret: seller.webhookSecret }));

/** Opens a checkout and confirms it with a confirmation token. */
export const payBy = async (
  stack: BillingStack,
  seller: Seller,
  token: string,
  options: Parameters<typeof openCheckout>[1] = {},
): Promise<Opened & { email: string; confirmed: Awaited<ReturnType<typeof confirm>> }> => {
  const opened = await openCheckout(stack, { seller, ...options });
  const email = freshEmail();
  const confirmed = await confirm(stack, opened.path, { ...details(email), confirmation_token_id: token });
  return { ...opened, email, confirmed };
};

/** Waits for the order of a checkout. */
export const orderOfCheckout = async (stack: BillingStack, { seller, checkout, path }: Opened) => {
  await untilStatus(stack, path, 'succeeded');
  return eventually(async () => {
    const { body } = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as: seller.owner });
    if (!body.items[0]) throw new Error('no order yet');
    return body.items[0];
  });
};

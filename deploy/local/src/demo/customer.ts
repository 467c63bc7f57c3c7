/** One demo customer with everything that the customer portal shows, including a failed payment. */
import type { ApiClient } from './api-client.ts';

const v1 = '/api/billing/v1';
const portal = `${v1}/customer-portal`;

type Identified = { id: string };

/** A saved card that fails whenever it is charged. */
const card = { exp_month: 12, exp_year: 2034, cvc: '123' };
const failingCard = { ...card, number: '4000000000000341' };
export const usualCard = { ...card, number: '4242424242424242' };

/** Sets what customers may do in the portal, and what is offered to those who are about to cancel. */
export const openPortal = async (shop: ApiClient, offeredDiscount: string): Promise<void> => {
  const { items } = await shop.call<{ items: Identified[] }>('GET', `${v1}/organizations/`);
  for (const { id } of items)
    await shop.call('PATCH', `${v1}/organizations/${id}`, {
      subscription_settings: {
        allow_multiple_subscriptions: true,
        allow_customer_updates: true,
        proration_behavior: 'prorate',
      },
      customer_portal_settings: {
        subscription: {
          allow_pause: true,
          cancellation_offer: { type: 'discount', discount_id: offeredDiscount },
        },
      },
    });
};

/** Returns a client of the customer portal API for a customer, with a session of theirs. */
const enter = async (shop: ApiClient, visitor: ApiClient, email: string): Promise<ApiClient> => {
  const query = new URLSearchParams({ email }).toString();
  const { items } = await shop.call<{ items: Identified[] }>('GET', `${v1}/customers/?${query}`);
  const { token } = await shop.call<{ token: string }>('POST', `${v1}/customer-sessions/`, {
    customer_id: items[0]?.id,
  });
  return visitor.withToken(token);
};

/** The token that a browser gets for a card, to pay for a checkout or to save the card. */
export const tokenOf = async (
  visitor: ApiClient,
  token: { card: object; client_secret?: string },
): Promise<string> => (await visitor.call<Identified>('POST', `${v1}/sandbox/confirmation-tokens`, token)).id;

/** Saves a card whose next renewal charge is declined. */
export const takeFailingCard = async (shop: ApiClient, visitor: ApiClient, email: string): Promise<void> => {
  const own = await enter(shop, visitor, email);
  await own.call('POST', `${portal}/customers/me/payment-methods`, {
    confirmation_token_id: await tokenOf(visitor, { card: failingCard }),
    set_default: true,
    return_url: 'https://example.com',
  });
};

/** Activates the license on two devices. */
export const useLicense = async (shop: ApiClient, visitor: ApiClient, email: string): Promise<void> => {
  const own = await enter(shop, visitor, email);
  const { items } = await own.call<{ items: { key: string; organization_id: string; status: string }[] }>(
    'GET',
    `${portal}/license-keys/`,
  );
  for (const { key, organization_id } of items.filter(({ status }) => status === 'granted'))
    for (const label of ['MacBook Pro, Studio', 'Windows, Büro'])
      await visitor.call('POST', `${portal}/license-keys/activate`, { key, organization_id, label });
};

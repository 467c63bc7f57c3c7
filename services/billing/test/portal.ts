/** Customers at their own pages, for tests. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { sha256 } from '@tessera/kit/secrets';
import { askCustomerSession } from '@tessera/proto/api/asks';
import { type CustomerCaller, passportHeader } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { BillingStack, Seller } from './factories.ts';

/** Somebody with a session that opens all that a customer has. */
export const customerOf = ({ organizationId }: Pick<Seller, 'organizationId'>, customerId: string) =>
  ({
    kind: 'customer',
    sessionId: uuidv7(),
    organizationId,
    scope: { customerId },
  }) satisfies CustomerCaller;

/** Somebody with the session of a checkout where the buyer typed the address. */
export const buyerOf = ({ organizationId }: Pick<Seller, 'organizationId'>, checkoutId: string) =>
  ({
    kind: 'customer',
    sessionId: uuidv7(),
    organizationId,
    scope: { checkoutId },
  }) satisfies CustomerCaller;

/** What the gateway asks of a token, and puts into the passport; null: no such session. */
export const callerOf = async (stack: BillingStack, token: string): Promise<CustomerCaller | null> => {
  const session = await stack.bus.ask(askCustomerSession, { tokenHash: sha256(token) });
  return session && { kind: 'customer', ...session };
};

/** The contract's client, unmodified, for calls of customers; each carries the passport of their session. */
export const portalClient = (stack: BillingStack, as: CustomerCaller): Polar['customerPortal'] => {
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', async (request) => {
    const passed = new Request(request);
    passed.headers.set(passportHeader, await stack.passport(as));
    return passed;
  });
  return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'none', httpClient }).customerPortal;
};

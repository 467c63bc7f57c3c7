/** Callers and clients of the customer portal, for tests. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { sha256 } from '@tessera/kit/secrets';
import { askCustomerSession } from '@tessera/proto/api/asks';
import { type CustomerCaller, passportHeader } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { BillingStack, Seller } from './factories.ts';

/** A caller with a session for everything of a customer. */
export const customerOf = ({ organizationId }: Pick<Seller, 'organizationId'>, customerId: string) =>
  ({
    kind: 'customer',
    sessionId: uuidv7(),
    organizationId,
    scope: { customerId },
  }) satisfies CustomerCaller;

/** A caller with a session for one checkout, whose buyer typed the e-mail address. */
export const buyerOf = ({ organizationId }: Pick<Seller, 'organizationId'>, checkoutId: string) =>
  ({
    kind: 'customer',
    sessionId: uuidv7(),
    organizationId,
    scope: { checkoutId },
  }) satisfies CustomerCaller;

/** Resolves a session token to a caller, as the gateway does; null: no such session. */
export const callerOf = async (stack: BillingStack, token: string): Promise<CustomerCaller | null> => {
  const session = await stack.bus.ask(askCustomerSession, { tokenHash: sha256(token) });
  return session && { kind: 'customer', ...session };
};

/** Returns the contract's unmodified client for a customer; each request carries the passport of their session. */
export const portalClient = (stack: BillingStack, as: CustomerCaller): Polar['customerPortal'] => {
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', async (request) => {
    const passed = new Request(request);
    passed.headers.set(passportHeader, await stack.passport(as));
    return passed;
  });
  return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'none', httpClient }).customerPortal;
};

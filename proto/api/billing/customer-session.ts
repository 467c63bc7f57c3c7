/** Customer sessions, and sign-in to the customer portal (contracts/billing.md, sections 3 and 5). */
import { z } from 'zod';
import { emailAddress, id, text, webUrl } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { Customer } from './customer.ts';

/**
 * A session. `token` is returned only here; `customerPortalUrl` contains it. `returnUrl` (in later versions of the
 * API): where the portal links back to.
 */
export const CustomerSession = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  token: z.string(),
  expiresAt: timestamp,
  returnUrl: z.string().nullable(),
  customerPortalUrl: z.string(),
  customerId: z.string(),
  customer: Customer,
});
export type CustomerSession = z.infer<typeof CustomerSession>;

const returnUrl = webUrl.nullish();
const externalId = text.min(1).max(500);

/** A session for a customer, by id or by the seller's external id, under either of its two names. */
export const CustomerSessionCreate = z.union([
  z.object({ customerId: id, returnUrl }),
  z.object({ customerExternalId: externalId, returnUrl }),
  z.object({ externalCustomerId: externalId, returnUrl }),
]);
export type CustomerSessionCreate = z.output<typeof CustomerSessionCreate>;

/** A session's data about itself. `returnUrl`: where the seller wants the customer to return to. */
export const CustomerSessionIntrospection = z.object({
  expiresAt: timestamp,
  returnUrl: z.string().nullable(),
});

/** Requests a sign-in code by mail. The reply does not reveal whether the address is known. */
export const CustomerSessionCodeRequest = z.object({ email: emailAddress, organizationId: id });
export type CustomerSessionCodeRequest = z.output<typeof CustomerSessionCodeRequest>;

/**
 * An addition to the contract: a token that binds the browser's guesses to its own request, so that they count alone
 * and those of others do not count against it.
 */
export const CustomerSessionCodeRequested = z.object({ requestToken: z.string() });
export type CustomerSessionCodeRequested = z.output<typeof CustomerSessionCodeRequested>;

/** A code of six letters and digits; case and spaces are ignored. */
const code = z
  .string()
  .max(32)
  .transform((value) => value.replace(/\s/g, '').toUpperCase());

/**
 * Signs in. All but the code are additions to the contract. With `requestToken` (of the request's reply, or of the
 * mail's link) attempts are limited for the request; with address and organization by them and the network; with the
 * code alone by the network, and for all networks together.
 */
export const CustomerSessionAuthenticate = z.object({
  code,
  email: emailAddress.optional(),
  organizationId: id.optional(),
  requestToken: text.max(1_000).optional(),
});
export type CustomerSessionAuthenticate = z.output<typeof CustomerSessionAuthenticate>;

/** The token of a customer session. */
export const CustomerSessionToken = z.object({ token: z.string() });

/** Requests a code to a new address, which becomes the customer's once the code is confirmed. */
export const CustomerEmailUpdateRequest = z.object({ email: emailAddress });

/** Confirms the new address. */
export const CustomerEmailUpdateVerify = z.object({ code });

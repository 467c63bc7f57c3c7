/** Sessions of customers, and how customers sign in to their pages (contracts/billing.md, sections 3 and 5). */
import { z } from 'zod';
import { emailAddress, id, text, webUrl } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { Customer } from './customer.ts';

/** A session; `token` is told this once, `customerPortalUrl` carries it. `returnUrl`, as later versions of the API have it: where the pages lead back to. */
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

/** A session for a customer, by id or by the seller's own one, under either of its two names. */
export const CustomerSessionCreate = z.union([
  z.object({ customerId: id, returnUrl }),
  z.object({ customerExternalId: externalId, returnUrl }),
  z.object({ externalCustomerId: externalId, returnUrl }),
]);
export type CustomerSessionCreate = z.output<typeof CustomerSessionCreate>;

/** What a session says of itself. `returnUrl`: where its seller wants its customer back. */
export const CustomerSessionIntrospection = z.object({
  expiresAt: timestamp,
  returnUrl: z.string().nullable(),
});

/** Asks for a code that signs in, by mail. The answer says nothing of the address. */
export const CustomerSessionCodeRequest = z.object({ email: emailAddress, organizationId: id });
export type CustomerSessionCodeRequest = z.output<typeof CustomerSessionCodeRequest>;

/** A code of six letters and digits, in any case; spaces do not count. */
const code = z
  .string()
  .max(32)
  .transform((value) => value.replace(/\s/g, '').toUpperCase());

/** Signs in. Address and organization are ours: with them, tries are counted by code; without, by network only. */
export const CustomerSessionAuthenticate = z.object({
  code,
  email: emailAddress.optional(),
  organizationId: id.optional(),
});
export type CustomerSessionAuthenticate = z.output<typeof CustomerSessionAuthenticate>;

/** The token of a customer's session. */
export const CustomerSessionToken = z.object({ token: z.string() });

/** Asks for a code at another address, which becomes the customer's once the code has come back. */
export const CustomerEmailUpdateRequest = z.object({ email: emailAddress });

/** Proves the new address. */
export const CustomerEmailUpdateVerify = z.object({ code });

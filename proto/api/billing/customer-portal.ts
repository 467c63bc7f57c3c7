/** What customers see of themselves (contracts/billing.md, section 3: customer-portal). */
import { z } from 'zod';
import { emailAddress, id, text, webUrl } from '../fields.ts';
import { pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Address, AddressInput } from './address.ts';
import { TaxIdFormat } from './tax-id.ts';

/** An account elsewhere that a benefit is granted to. */
export const CustomerPortalOAuthAccount = z.object({
  accountId: z.string(),
  accountUsername: z.string().nullable(),
});

/** A customer as they see themselves: without what is the seller's own. `oauthAccounts` by provider. */
export const CustomerPortalCustomer = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  billingAddress: Address.nullable(),
  taxId: z.tuple([z.string(), TaxIdFormat]).nullable(),
  oauthAccounts: z.record(z.string(), CustomerPortalOAuthAccount),
});
export type CustomerPortalCustomer = z.infer<typeof CustomerPortalCustomer>;

/**
 * Changes that customers make to themselves. Absent: unchanged; null: cleared (a name, an address). another
 * `email` stays as it was until it is proved, by a code that is sent there. `taxId` is read in the country of the address.
 */
export const CustomerPortalCustomerUpdate = z.object({
  email: emailAddress.nullish(),
  name: text.max(500).nullish(),
  billingAddress: AddressInput.nullish(),
  taxId: text.max(100).nullish(),
});
export type CustomerPortalCustomerUpdate = z.output<typeof CustomerPortalCustomerUpdate>;

/** Cards and other means of payment that a customer has saved. `id` is ours. */
const methodFacts = {
  id: z.string(),
  createdAt: timestamp,
  default: z.boolean(),
};

/** `wallet`: what the card was taken from; null or absent: typed. */
export const PaymentMethodCardData = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  wallet: z.string().nullish(),
});

export const PaymentMethodCard = z.object({
  ...methodFacts,
  type: z.literal('card'),
  card: PaymentMethodCardData,
});
/** A card whose processor has not told what it is, or something else. */
export const PaymentMethodGeneric = z.object({ ...methodFacts, type: z.string() });

export const CustomerPaymentMethod = z.union([PaymentMethodCard, PaymentMethodGeneric]);
export type CustomerPaymentMethod = z.infer<typeof CustomerPaymentMethod>;
export const CustomerPaymentMethodPage = pageOf(CustomerPaymentMethod);

/** A card to keep: `confirmationTokenId` stands for it; `returnUrl`: where its bank sends the customer back to. */
export const CustomerPaymentMethodCreate = z.object({
  confirmationTokenId: text.min(1).max(500),
  setDefault: z.boolean(),
  returnUrl: webUrl,
});
export type CustomerPaymentMethodCreate = z.output<typeof CustomerPaymentMethodCreate>;

/**
 * A card that is being saved. `status` and `clientSecret` are ours: with `requires_action` its bank asks, and `id` is what
 * `…/confirm` is asked with afterwards; with `succeeded` it is the method's.
 */
const setup = {
  status: z.enum(['succeeded', 'requires_action', 'processing']),
  clientSecret: z.string().nullable(),
};
export const CustomerPaymentMethodSetup = z.union([
  PaymentMethodCard.extend(setup),
  PaymentMethodGeneric.extend(setup),
]);
export type CustomerPaymentMethodSetup = z.infer<typeof CustomerPaymentMethodSetup>;

/** Asks how the saving of a card stands, by the id that it was begun under. */
export const CustomerPaymentMethodConfirm = z.object({ setupIntentId: id });

/** Which saved method is charged from now on; ours. */
export const CustomerPaymentMethodUpdate = z.object({ default: z.literal(true) });

/** A saved method, by its id. */
export const PaymentMethodPath = z.object({ id: text.max(200) });

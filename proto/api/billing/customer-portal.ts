/** Customer data as customers see it (contracts/billing.md, section 3: customer-portal). */
import { z } from 'zod';
import { emailAddress, id, optionalText, text, webUrl } from '../fields.ts';
import { pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Address, AddressInput } from './address.ts';
import { TaxIdFormat } from './tax-id.ts';

/** An account on another platform to which a benefit is granted. */
export const CustomerPortalOAuthAccount = z.object({
  accountId: z.string(),
  accountUsername: z.string().nullable(),
});

/** A customer as they see themselves, without the seller's internal data. `oauthAccounts` by provider. */
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
 * Changes that customers make to their own data. Absent: unchanged; null: cleared (name, address). A new `email`
 * applies once it is verified by a code sent to it. `taxId` is parsed by the country of the address.
 */
export const CustomerPortalCustomerUpdate = z.object({
  email: emailAddress.nullish(),
  name: optionalText(500),
  billingAddress: AddressInput.nullish(),
  taxId: text.max(100).nullish(),
});
export type CustomerPortalCustomerUpdate = z.output<typeof CustomerPortalCustomerUpdate>;

/** Saved payment methods of a customer. `id` is Tessera's, not the processor's. */
const methodFacts = {
  id: z.string(),
  createdAt: timestamp,
  default: z.boolean(),
};

/** `wallet`: the wallet (such as Apple Pay) that the card came from; null or absent: entered by hand. */
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
/** A card whose details the processor did not report, or another type. */
export const PaymentMethodGeneric = z.object({ ...methodFacts, type: z.string() });

export const CustomerPaymentMethod = z.union([PaymentMethodCard, PaymentMethodGeneric]);
export type CustomerPaymentMethod = z.infer<typeof CustomerPaymentMethod>;
export const CustomerPaymentMethodPage = pageOf(CustomerPaymentMethod);

/** A card to save: `confirmationTokenId` stands for it; `returnUrl`: where its bank redirects the customer to. */
export const CustomerPaymentMethodCreate = z.object({
  confirmationTokenId: text.min(1).max(500),
  setDefault: z.boolean(),
  returnUrl: webUrl,
});
export type CustomerPaymentMethodCreate = z.output<typeof CustomerPaymentMethodCreate>;

/**
 * A card that is being saved. `status` and `clientSecret` are additions to the contract: with `requires_action` the
 * bank asks for authentication, and `id` is then passed to `…/confirm`; with `succeeded`, `id` is the payment
 * method's.
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

/** Asks for the state of saving a card, by the id under which it began. */
export const CustomerPaymentMethodConfirm = z.object({ setupIntentId: id });

/** Makes a saved method the default. Addition to the contract. */
export const CustomerPaymentMethodUpdate = z.object({ default: z.literal(true) });

/** The path of a saved method. */
export const PaymentMethodPath = z.object({ id: text.max(200) });

/** What somebody has bought at a checkout, as whoever holds its client secret sees it. Ours: the contract has no such route. */
import { z } from 'zod';
import { emailAddress } from '../fields.ts';
import { CheckoutPublic } from './checkout.ts';
import { BenefitType } from './enums.ts';

/** A file to download. `size` is in bytes; `url` is good for ten minutes. */
export const PurchasedFile = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  size: z.int(),
  sizeReadable: z.string(),
  url: z.string(),
});
export type PurchasedFile = z.infer<typeof PurchasedFile>;

/**
 * A benefit that was granted to the purchase. `note` is what its seller tells those who have it, or null; `files` are
 * those of downloadables, `licenseKeys` the keys that were given.
 */
export const PurchasedBenefit = z.object({
  id: z.string(),
  type: BenefitType,
  description: z.string(),
  note: z.string().nullable(),
  files: z.array(PurchasedFile),
  licenseKeys: z.array(z.string()),
});
export type PurchasedBenefit = z.infer<typeof PurchasedBenefit>;

/** A paid checkout with what it led to. `invoiceNumber`: what its order is called on paper; `isGranted`: nothing of what the product gives is still to come. */
export const Purchase = z.object({
  checkout: CheckoutPublic,
  orderId: z.string(),
  invoiceNumber: z.string(),
  benefits: z.array(PurchasedBenefit),
  isGranted: z.boolean(),
});
export type Purchase = z.infer<typeof Purchase>;

/** Asks for a mail with the links to what an address has bought at the seller of a checkout. */
export const PurchasesRequest = z.object({ email: emailAddress });

/** The purchase of a checkout, as a holder of its client secret sees it. Addition to the contract. */
import { z } from 'zod';
import { emailAddress } from '../fields.ts';
import { CheckoutPublic } from './checkout.ts';
import { BenefitType } from './enums.ts';

/** A file to download. `size` in bytes; `url` is valid for ten minutes. */
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
 * A benefit granted with the purchase. `note`: the seller's note for customers, or null; `files`: downloads;
 * `licenseKeys`: issued keys.
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

/**
 * A paid checkout with its order and benefits. `isGranted`: no benefit of the product is still being granted; `toConnect`:
 * those that the customer gets with an account of theirs on another platform, which is not connected yet.
 */
export const Purchase = z.object({
  checkout: CheckoutPublic,
  orderId: z.string(),
  invoiceNumber: z.string(),
  benefits: z.array(PurchasedBenefit),
  toConnect: z.array(PurchasedBenefit.pick({ id: true, type: true, description: true })),
  isGranted: z.boolean(),
});
export type Purchase = z.infer<typeof Purchase>;

/** Requests a mail with links to all purchases of an address at the checkout's seller. */
export const PurchasesRequest = z.object({ email: emailAddress });

/** Tax: breakdowns of tax amounts, and a seller's tax registrations. Addition to the contract (0.33). */
import { z } from 'zod';
import { id, oneOrMany, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';
import { country } from './address.ts';

/** `exclusive`: tax is added to the price. `inclusive`: the price includes it. */
export const TaxBehavior = z.enum(['exclusive', 'inclusive']);
export type TaxBehavior = z.infer<typeof TaxBehavior>;

/** Reason of a tax amount (contracts/billing-behaviour.md, section 2). */
export const TaxabilityReason = z.enum([
  'standard_rated',
  'not_collecting',
  'product_exempt',
  'reverse_charge',
  'not_subject_to_tax',
  'not_supported',
]);
export type TaxabilityReason = z.infer<typeof TaxabilityReason>;

/** Local names of taxes. */
export const TaxType = z.enum(['vat', 'gst', 'hst', 'pst', 'qst', 'igic', 'sales_tax']);
export type TaxType = z.infer<typeof TaxType>;

/** One tax at one rate. `percentage` is a decimal number as text (`19`, `9.975`), `amount` in minor units. */
export const TaxLine = z.object({
  type: TaxType,
  country: z.string(),
  /** As in addresses: `US-CA`. */
  state: z.string().nullable(),
  percentage: z.string(),
  amount: z.int(),
});
export type TaxLine = z.infer<typeof TaxLine>;

/** Breakdown of a tax amount, which is the sum of its lines. */
export const TaxDetails = z.object({
  behavior: TaxBehavior,
  reason: TaxabilityReason,
  lines: z.array(TaxLine),
  /**
   * The calculation at the tax provider, and the account it belongs to; absent: Tessera's own rates. Not in replies.
   */
  calculation: z.object({ id: z.string(), account: z.string() }).optional(),
  /** No VAT is due because the seller is a small business (Directive 2006/112/EC, article 284). Not in replies. */
  isSmallBusiness: z.literal(true).optional(),
});
export type TaxDetails = z.infer<typeof TaxDetails>;

/** The same in checkouts and orders. Before a calculation: exclusive, null, empty. */
export const taxFacts = {
  taxBehavior: TaxBehavior,
  taxabilityReason: TaxabilityReason.nullable(),
  taxBreakdown: z.array(TaxLine),
};

/** Converts details to their form in replies. */
export const viewTax = (
  details: TaxDetails | null,
): { taxBehavior: TaxBehavior; taxabilityReason: TaxabilityReason | null; taxBreakdown: TaxLine[] } => ({
  taxBehavior: details?.behavior ?? 'exclusive',
  taxabilityReason: details?.reason ?? null,
  taxBreakdown: details?.lines ?? [],
});

/**
 * `standard`: registered in its country (and state). `eu_oss`: all of the EU, through the One Stop Shop of its
 * country.
 */
export const TaxScheme = z.enum(['standard', 'eu_oss']);
export type TaxScheme = z.infer<typeof TaxScheme>;

/**
 * Where a seller collects tax. `percentage`: current rate there as decimal text; null if it depends on the customer's
 * location.
 */
export const TaxRegistration = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  organizationId: z.string(),
  country: z.string(),
  state: z.string().nullable(),
  scheme: TaxScheme,
  taxNumber: z.string().nullable(),
  validFrom: timestamp,
  validUntil: timestamp.nullable(),
  percentage: z.string().nullable(),
});
export type TaxRegistration = z.infer<typeof TaxRegistration>;

const taxNumber = text
  .max(40)
  .nullish()
  .transform((value) => value?.trim() || null);

/** A new registration. `validFrom` defaults to now; `organizationId` is omitted with access tokens. */
export const TaxRegistrationCreate = z.object({
  country,
  state: text
    .max(10)
    .nullish()
    .transform((value) => value?.trim() || null),
  scheme: TaxScheme.default('standard'),
  taxNumber,
  validFrom: timestampInput.nullish(),
  validUntil: timestampInput.nullish(),
  organizationId: id.nullish(),
});
export type TaxRegistrationCreate = z.output<typeof TaxRegistrationCreate>;

/** Changes; absent: unchanged. The place of a registration cannot change. */
export const TaxRegistrationUpdate = z.object({
  taxNumber: taxNumber.optional(),
  validFrom: timestampInput.optional(),
  validUntil: timestampInput.nullable().optional(),
});
export type TaxRegistrationUpdate = z.output<typeof TaxRegistrationUpdate>;

export const TaxRegistrationListQuery = PageQuery.extend({ organizationId: oneOrMany(id).optional() });
export type TaxRegistrationListQuery = z.output<typeof TaxRegistrationListQuery>;

/** A page of registrations, ordered by country. */
export const TaxRegistrationPage = pageOf(TaxRegistration);

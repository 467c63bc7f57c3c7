/** Tax: how an amount came about, and where a seller collects (ours; the contract's 0.33 has no such resource). */
import { z } from 'zod';
import { id, oneOrMany, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';
import { country } from './address.ts';

/** `exclusive`: tax comes on top of the price. `inclusive`: the price contains it. */
export const TaxBehavior = z.enum(['exclusive', 'inclusive']);
export type TaxBehavior = z.infer<typeof TaxBehavior>;

/** Why this much tax was due (contracts/billing-behaviour.md, section 2). */
export const TaxabilityReason = z.enum([
  'standard_rated',
  'not_collecting',
  'product_exempt',
  'reverse_charge',
  'not_subject_to_tax',
  'not_supported',
]);
export type TaxabilityReason = z.infer<typeof TaxabilityReason>;

/** What a tax is called where it is due. */
export const TaxType = z.enum(['vat', 'gst', 'hst', 'pst', 'qst', 'igic', 'sales_tax']);
export type TaxType = z.infer<typeof TaxType>;

/** One tax at one rate. `percentage` is a decimal number as text (`19`, `9.975`), `amount` in the smallest unit. */
export const TaxLine = z.object({
  type: TaxType,
  country: z.string(),
  /** As addresses have it: `US-CA`. */
  state: z.string().nullable(),
  percentage: z.string(),
  amount: z.int(),
});
export type TaxLine = z.infer<typeof TaxLine>;

/** How a tax amount came about; its lines sum up to it. */
export const TaxDetails = z.object({
  behavior: TaxBehavior,
  reason: TaxabilityReason,
  lines: z.array(TaxLine),
  /** What it was calculated by, in whose account; absent: by our own table. Never shown. */
  calculation: z.object({ id: z.string(), account: z.string() }).optional(),
});
export type TaxDetails = z.infer<typeof TaxDetails>;

/** The same beside the amounts of checkouts and orders. Before anything was calculated: exclusive, null, none. */
export const taxFacts = {
  taxBehavior: TaxBehavior,
  taxabilityReason: TaxabilityReason.nullable(),
  taxBreakdown: z.array(TaxLine),
};

/** Details as replies show them. */
export const viewTax = (
  details: TaxDetails | null,
): { taxBehavior: TaxBehavior; taxabilityReason: TaxabilityReason | null; taxBreakdown: TaxLine[] } => ({
  taxBehavior: details?.behavior ?? 'exclusive',
  taxabilityReason: details?.reason ?? null,
  taxBreakdown: details?.lines ?? [],
});

/** `standard`: in its country (and state). `eu_oss`: in all of the European Union, by the One Stop Shop of its country. */
export const TaxScheme = z.enum(['standard', 'eu_oss']);
export type TaxScheme = z.infer<typeof TaxScheme>;

/** Where a seller collects tax. `percentage`: today's rate there as decimal text; null where customers' places decide. */
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

/** A new registration. `validFrom` now when left out; `organizationId` is left out by access tokens. */
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

/** Changes; absent: unchanged. The place of a registration stays. */
export const TaxRegistrationUpdate = z.object({
  taxNumber: taxNumber.optional(),
  validFrom: timestampInput.optional(),
  validUntil: timestampInput.nullable().optional(),
});
export type TaxRegistrationUpdate = z.output<typeof TaxRegistrationUpdate>;

export const TaxRegistrationListQuery = PageQuery.extend({ organizationId: oneOrMany(id).optional() });
export type TaxRegistrationListQuery = z.output<typeof TaxRegistrationListQuery>;

/** A page of registrations, by country. */
export const TaxRegistrationPage = pageOf(TaxRegistration);

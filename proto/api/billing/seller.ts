/** Who sells, on paper: what invoices and credit notes name (ours; the contract has no such resource). */
import { z } from 'zod';
import { id, text } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { Address, AddressInput } from './address.ts';

/** Null: not given; invoices then have the organization's name only. `taxId` as it is written on invoices. */
export const SellerDetails = z.object({
  organizationId: z.string(),
  modifiedAt: timestamp.nullable(),
  legalName: z.string().nullable(),
  address: Address.nullable(),
  taxId: z.string().nullable(),
  /** What the numbers of the next orders and of their invoices begin with: `NORTH` of `NORTH-0042`. */
  invoicePrefix: z.string(),
});
export type SellerDetails = z.infer<typeof SellerDetails>;

/** Whose details; access tokens leave it out. */
export const SellerDetailsQuery = z.object({ organizationId: id.optional() });
export type SellerDetailsQuery = z.output<typeof SellerDetailsQuery>;

/** Changes. Absent: unchanged; null: not given any more. A tax id is read in the country of the address. */
export const SellerDetailsUpdate = z.object({
  legalName: text
    .max(300)
    .nullable()
    .transform((value) => value?.trim() || null)
    .optional(),
  address: AddressInput.nullable().optional(),
  taxId: text
    .max(40)
    .nullable()
    .transform((value) => value?.trim() || null)
    .optional(),
  /** Orders that have a number keep it, and the next one is counted on. In capitals, however it is written. */
  invoicePrefix: text
    .transform((value) => value.trim().toUpperCase())
    .pipe(
      z.string().regex(/^[A-Z0-9](?:[A-Z0-9-]{0,10}[A-Z0-9])?$/, 'Use 1 to 12 letters, digits and hyphens'),
    )
    .optional(),
  organizationId: id.nullish(),
});
export type SellerDetailsUpdate = z.output<typeof SellerDetailsUpdate>;

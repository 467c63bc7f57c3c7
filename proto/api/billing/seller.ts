/** The seller's details on invoices and credit notes. Addition to the contract. */
import { z } from 'zod';
import { id, optionalText, text } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { Address, AddressInput } from './address.ts';

/** Null: not set; invoices then show the organization's name only. `taxId` has no punctuation, unlike on invoices. */
export const SellerDetails = z.object({
  organizationId: z.string(),
  modifiedAt: timestamp.nullable(),
  legalName: z.string().nullable(),
  address: Address.nullable(),
  taxId: z.string().nullable(),
  /**
   * Exempt from VAT in the country of the address, a member state of the EU, as a small business. This and the note are
   * absent in replies of releases that do not know them.
   */
  isSmallBusiness: z.boolean().optional(),
  /** A text of the seller at the end of invoices and credit notes. */
  invoiceNote: z.string().nullable().optional(),
  /** Prefix of the invoice numbers of new orders: `NORTH` of `NORTH-0042`. */
  invoicePrefix: z.string(),
});
export type SellerDetails = z.infer<typeof SellerDetails>;

/** Characters. */
export const maxNoteLength = 1000;

/** Selects the organization; omitted with access tokens. */
export const SellerDetailsQuery = z.object({ organizationId: id.optional() });
export type SellerDetailsQuery = z.output<typeof SellerDetailsQuery>;

/** Changes. Absent: unchanged; null: cleared. A tax id is parsed by the country of the address. */
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
  /** True needs an address in a member state of the European Union. */
  isSmallBusiness: z.boolean().optional(),
  invoiceNote: optionalText(maxNoteLength),
  /** Existing orders keep their number, and numbering continues. Converted to upper case. */
  invoicePrefix: text
    .transform((value) => value.trim().toUpperCase())
    .pipe(
      z.string().regex(/^[A-Z0-9](?:[A-Z0-9-]{0,10}[A-Z0-9])?$/, 'Use 1 to 12 letters, digits and hyphens'),
    )
    .optional(),
  organizationId: id.nullish(),
});
export type SellerDetailsUpdate = z.output<typeof SellerDetailsUpdate>;

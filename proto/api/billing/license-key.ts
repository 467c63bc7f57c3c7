/** License keys: what a benefit of that type hands over, and what software asks about it (contracts/billing.md, section 3). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampOrUtcInput } from '../wire.ts';
import { Customer } from './customer.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { LicenseKeySortProperty } from './sorts.ts';

/** `revoked`: its grant was taken back; `disabled`: by the seller. */
export const LicenseKeyStatus = z.enum(['granted', 'revoked', 'disabled']);
export type LicenseKeyStatus = z.infer<typeof LicenseKeyStatus>;

/** Most that a key counts. */
export const maxUsage = 2_147_483_647;

/** A key. `validations` counts how often it was found good; null limits are none. */
export const LicenseKeyRead = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  organizationId: z.string(),
  customerId: z.string(),
  customer: Customer,
  benefitId: z.string(),
  key: z.string(),
  displayKey: z.string(),
  status: LicenseKeyStatus,
  limitActivations: z.int().nullable(),
  usage: z.int(),
  limitUsage: z.int().nullable(),
  validations: z.int(),
  lastValidatedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
});
export type LicenseKeyRead = z.infer<typeof LicenseKeyRead>;

/** A device or installation that uses a key. */
export const LicenseKeyActivationBase = z.object({
  id: z.string(),
  licenseKeyId: z.string(),
  label: z.string(),
  meta: MetadataOut,
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
});
export type LicenseKeyActivationBase = z.infer<typeof LicenseKeyActivationBase>;

/** An activation with its key. */
export const LicenseKeyActivationRead = LicenseKeyActivationBase.extend({ licenseKey: LicenseKeyRead });
export type LicenseKeyActivationRead = z.infer<typeof LicenseKeyActivationRead>;

/** A key with its activations, oldest first. */
export const LicenseKeyWithActivations = LicenseKeyRead.extend({
  activations: z.array(LicenseKeyActivationBase),
});
export type LicenseKeyWithActivations = z.infer<typeof LicenseKeyWithActivations>;

/** A key that was found good, with the activation that was named. */
export const ValidatedLicenseKey = LicenseKeyRead.extend({ activation: LicenseKeyActivationBase.nullable() });
export type ValidatedLicenseKey = z.infer<typeof ValidatedLicenseKey>;

/** A page of keys. */
export const LicenseKeyPage = pageOf(LicenseKeyRead);

/** Filters, order and page of a seller's keys. `query`: letters of the key or of its customer. */
export const LicenseKeyListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  benefitId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  status: oneOrMany(LicenseKeyStatus).optional(),
  query: text.max(500).optional(),
  sorting: sortingOf(LicenseKeySortProperty, 'created_at'),
});
export type LicenseKeyListQuery = z.output<typeof LicenseKeyListQuery>;

/** The same without a page: all that fits. */
export const LicenseKeyExportQuery = LicenseKeyListQuery.omit({ page: true, limit: true, sorting: true });
export type LicenseKeyExportQuery = z.output<typeof LicenseKeyExportQuery>;

/** Filters and page of a customer's own keys. */
export const CustomerLicenseKeyListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  benefitId: oneOrMany(id).optional(),
});
export type CustomerLicenseKeyListQuery = z.output<typeof CustomerLicenseKeyListQuery>;

/** What a seller changes about a key. Absent: unchanged; null: no limit, and for the status unchanged. */
export const LicenseKeyUpdate = z.object({
  status: LicenseKeyStatus.nullish(),
  usage: z.int().min(0).max(maxUsage).optional(),
  limitActivations: z.int().gt(0).max(1000).nullish(),
  limitUsage: z.int().gt(0).max(maxUsage).nullish(),
  expiresAt: timestampOrUtcInput.nullish(),
});
export type LicenseKeyUpdate = z.output<typeof LicenseKeyUpdate>;

/** The path of an activation. */
export const LicenseKeyActivationPath = z.object({ id, activationId: id });

/** Whoever has the key may ask. */
const held = { key: text.min(1).max(500), organizationId: id };

/** Whether a key is good; `incrementUsage` counts use if it is. `conditions` must be those of the activation that is named. */
export const LicenseKeyValidate = z.object({
  ...held,
  activationId: id.nullish(),
  benefitId: id.nullish(),
  customerId: id.nullish(),
  incrementUsage: z.int().min(0).max(maxUsage).nullish(),
  conditions: MetadataIn.optional(),
});
export type LicenseKeyValidate = z.output<typeof LicenseKeyValidate>;

/** A new device or installation. `conditions` are repeated by whoever validates it. */
export const LicenseKeyActivate = z.object({
  ...held,
  label: text.min(1).max(500),
  conditions: MetadataIn.optional(),
  meta: MetadataIn.optional(),
});
export type LicenseKeyActivate = z.output<typeof LicenseKeyActivate>;

/** Gives an activation's place back. */
export const LicenseKeyDeactivate = z.object({ ...held, activationId: id });
export type LicenseKeyDeactivate = z.output<typeof LicenseKeyDeactivate>;

/** Asks for a license that can be checked without a connection. */
export const LicenseKeySign = LicenseKeyValidate.omit({ incrementUsage: true });
export type LicenseKeySign = z.output<typeof LicenseKeySign>;

/** A signed license: a JWT (EdDSA) that the keys at `jwksUrl` verify until `expiresAt`. */
export const SignedLicense = z.object({ license: z.string(), expiresAt: timestamp, jwksUrl: z.string() });
export type SignedLicense = z.infer<typeof SignedLicense>;

/** The public keys of an organization's signed licenses (RFC 7517), spelt as everywhere. */
export const LicenseJwks = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});
export type LicenseJwks = z.infer<typeof LicenseJwks>;

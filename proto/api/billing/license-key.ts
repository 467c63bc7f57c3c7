/** License keys, and the requests of software that validates them (contracts/billing.md, section 3). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampOrUtcInput } from '../wire.ts';
import { Customer } from './customer.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { LicenseKeySortProperty } from './sorts.ts';

/** `revoked`: with its grant; `disabled`: by the seller. */
export const LicenseKeyStatus = z.enum(['granted', 'revoked', 'disabled']);
export type LicenseKeyStatus = z.infer<typeof LicenseKeyStatus>;

/** Maximum of a key's counters. */
export const maxUsage = 2_147_483_647;

/** A key. `validations`: number of successful validations. Limits that are null do not apply. */
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

/** A validated key, with the activation of the request. */
export const ValidatedLicenseKey = LicenseKeyRead.extend({ activation: LicenseKeyActivationBase.nullable() });
export type ValidatedLicenseKey = z.infer<typeof ValidatedLicenseKey>;

/** A page of keys. */
export const LicenseKeyPage = pageOf(LicenseKeyRead);

/** Filters, order and page of a seller's keys. `query` searches the key and its customer. */
export const LicenseKeyListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  benefitId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  status: oneOrMany(LicenseKeyStatus).optional(),
  query: text.max(500).optional(),
  sorting: sortingOf(LicenseKeySortProperty, 'created_at'),
});
export type LicenseKeyListQuery = z.output<typeof LicenseKeyListQuery>;

/** Filters of the export of keys. */
export const LicenseKeyExportQuery = LicenseKeyListQuery.omit({ page: true, limit: true, sorting: true });
export type LicenseKeyExportQuery = z.output<typeof LicenseKeyExportQuery>;

/** Filters and page of a customer's own keys. */
export const CustomerLicenseKeyListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  benefitId: oneOrMany(id).optional(),
});
export type CustomerLicenseKeyListQuery = z.output<typeof CustomerLicenseKeyListQuery>;

/** Changes to a key by the seller. Absent: unchanged; null: no limit (for `status`: unchanged). */
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

/** Authorization by possession of the key. */
const held = { key: text.min(1).max(500), organizationId: id };

/**
 * Validates a key; `incrementUsage` counts usage on success. `conditions` must equal those of the activation, if it
 * has any.
 */
export const LicenseKeyValidate = z.object({
  ...held,
  activationId: id.nullish(),
  benefitId: id.nullish(),
  customerId: id.nullish(),
  incrementUsage: z.int().min(0).max(maxUsage).nullish(),
  conditions: MetadataIn.optional(),
});
export type LicenseKeyValidate = z.output<typeof LicenseKeyValidate>;

/** A new activation of a device or installation. Its `conditions` must be repeated in validations. */
export const LicenseKeyActivate = z.object({
  ...held,
  /** May be empty, as in the contract. */
  label: text.max(500),
  conditions: MetadataIn.optional(),
  meta: MetadataIn.optional(),
});
export type LicenseKeyActivate = z.output<typeof LicenseKeyActivate>;

/** Removes an activation, which frees its slot. */
export const LicenseKeyDeactivate = z.object({ ...held, activationId: id });
export type LicenseKeyDeactivate = z.output<typeof LicenseKeyDeactivate>;

/** Requests a license that can be verified offline. */
export const LicenseKeySign = LicenseKeyValidate.omit({ incrementUsage: true });
export type LicenseKeySign = z.output<typeof LicenseKeySign>;

/** A signed license: a JWT (EdDSA), verified with the keys at `jwksUrl` until `expiresAt`. */
export const SignedLicense = z.object({ license: z.string(), expiresAt: timestamp, jwksUrl: z.string() });
export type SignedLicense = z.infer<typeof SignedLicense>;

/** The public keys of an organization's signed licenses (RFC 7517; keys are spelt as in the RFC). */
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

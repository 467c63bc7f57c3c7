/** Rules of license keys (contracts/billing-behaviour.md, section 7). Pure. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { defineErrors } from '@tessera/kit/errors';
import type { LicenseKeyActivate, LicenseKeyValidate } from '@tessera/proto/api/billing/license-key';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import type { LicenseKeyActivationRow, LicenseKeyRow } from './entity.ts';

export const licenseErrors = defineErrors({
  ResourceNotFound: { status: 404, message: 'License key not found.' },
  NotPermitted: { status: 403, message: 'This license key cannot be activated.' },
  BadRequest: { status: 400, message: 'This license key has no usage left.' },
});

type LicenseBenefit = Extract<BenefitRow, { type: 'license_keys' }>;

/** Narrows a benefit to one of license keys. Throws for any other, which would be a bug. */
export const licenseBenefit = (benefit: BenefitRow): LicenseBenefit => {
  if (benefit.type !== 'license_keys') throw new Error(`benefit ${benefit.id} gives no license keys`);
  return benefit;
};

/** Creates a key: the benefit's prefix and 122 random bits. */
export const createKey = ({ properties: { prefix } }: LicenseBenefit): string => {
  const random = randomUUID().toUpperCase();
  return prefix ? `${prefix.toUpperCase()}-${random}` : random;
};

/** The masked form of a key. */
export const displayKeyOf = (key: string): string => `****-${key.slice(-6)}`;

/** The limits of a key granted at `grantedAt`. */
export const limitsOf = ({ properties }: LicenseBenefit, grantedAt: Date) => ({
  limitActivations: properties.activations?.limit ?? null,
  limitUsage: properties.limitUsage,
  expiresAt: properties.expires ? expiryOf(grantedAt, properties.expires) : null,
});

/** Later years do not fit ISO 8601 dates of four digits, which the API uses. */
const lastYear = 9999;

/** Days have 24 hours; months and years are cut to the last day of a shorter month. */
export const expiryOf = (
  from: Date,
  { ttl, timeframe }: { ttl: number; timeframe: 'year' | 'month' | 'day' },
): Date => {
  const end = new Date(from);
  if (timeframe === 'day') end.setUTCDate(end.getUTCDate() + ttl);
  else {
    const months = timeframe === 'year' ? 12 * ttl : ttl;
    end.setUTCMonth(end.getUTCMonth() + months);
    if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  }
  return end.getUTCFullYear() > lastYear ? new Date(Date.UTC(lastYear, 11, 31)) : end;
};

/** Throws ResourceNotFound unless the key is usable now; for software an ended key does not exist. */
export const requireUsable = (key: LicenseKeyRow | null | undefined, now: Date): LicenseKeyRow => {
  if (!key) throw licenseErrors.ResourceNotFound();
  const end = endOf(key, now);
  if (end) throw licenseErrors.ResourceNotFound(end);
  return key;
};

/** Throws ResourceNotFound for an unknown key, and NotPermitted for one that has ended. */
export const requireActivatable = (key: LicenseKeyRow | null, now: Date): LicenseKeyRow => {
  if (!key) throw licenseErrors.ResourceNotFound();
  const end = endOf(key, now);
  if (end) throw licenseErrors.NotPermitted(end);
  return key;
};

/** Why a key has ended; null: it has not. */
const endOf = ({ status, expiresAt }: LicenseKeyRow, now: Date): string | null => {
  if (status !== 'granted') return 'License key is no longer active.';
  return expiresAt && expiresAt <= now ? 'License key has expired.' : null;
};

/** Throws ResourceNotFound if the key is not of the benefit, customer or activation that the caller expects. */
export const requireMatch = (
  key: LicenseKeyRow,
  activation: LicenseKeyActivationRow | null,
  asked: LicenseKeyValidate,
): void => {
  if (asked.benefitId && asked.benefitId !== key.benefitId)
    throw licenseErrors.ResourceNotFound('License key does not match given benefit.');
  if (asked.customerId && asked.customerId !== key.customerId)
    throw licenseErrors.ResourceNotFound('License key does not match given customer.');
  if (!asked.activationId) return;
  if (!activation) throw licenseErrors.ResourceNotFound('License key activation not found.');
  if (Object.keys(activation.conditions).length === 0) return;
  if (!isDeepStrictEqual(activation.conditions, asked.conditions ?? {}))
    throw licenseErrors.ResourceNotFound('License key does not match required conditions.');
};

/** Throws NotPermitted if a key allows no further activation. */
export const requireRoom = ({ limitActivations }: LicenseKeyRow, activations: number): void => {
  if (limitActivations === null)
    throw licenseErrors.NotPermitted(
      'This license key does not support activations. Use the /validate endpoint instead.',
    );
  if (activations >= limitActivations)
    throw licenseErrors.NotPermitted('License key activation limit already reached.');
};

/** What an activation stores of the request. */
export const activationFacts = ({ label, meta = {}, conditions = {} }: LicenseKeyActivate) => ({
  label,
  meta,
  conditions,
});

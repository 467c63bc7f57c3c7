/** Validates license keys. Software does so at each start, so concurrent requests are batched into one statement. */
import { batched } from '@tessera/kit/background/batched';
import { rowFromJson } from '@tessera/kit/database/data-source';
import { type Prepared, runPrepared } from '@tessera/kit/database/sql';
import { sha256 } from '@tessera/kit/secrets';
import {
  type LicenseKeyValidate,
  maxUsage,
  type ValidatedLicenseKey,
} from '@tessera/proto/api/billing/license-key';
import type { DataSource } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { type Buyer, buyerJson, joinCheckoutOfGrant } from '../../customer-sessions/buyer.ts';
import { CustomerEntity, type CustomerRow } from '../../customers/entity.ts';
import {
  LicenseKeyActivationEntity,
  type LicenseKeyActivationRow,
  LicenseKeyEntity,
  type LicenseKeyRow,
} from './entity.ts';
import { licenseErrors, requireMatch, requireUsable } from './rules.ts';
import { viewActivation, viewLicenseKey } from './view.ts';

/** A key with its customer, buyer and activation. */
type Found = {
  key: LicenseKeyRow;
  customer: CustomerRow;
  buyer: Buyer | null;
  activation: LicenseKeyActivationRow | null;
};

type Json = Record<string, unknown>;
type FoundJson = { place: number; key: Json; customer: Json; buyer: Buyer | null; activation: Json | null };

const findStatement: Prepared = {
  name: 'find-license-keys',
  text: `SELECT asked.place::int AS place, to_jsonb(k) AS key, to_jsonb(customer) AS customer, ${buyerJson} AS buyer,
      to_jsonb(a) AS activation
    FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS asked (organization_id, hash, activation_id, place)
    JOIN license_keys k ON k.organization_id = asked.organization_id AND k.key_hash = asked.hash
    JOIN customers customer ON customer.id = k.customer_id
    LEFT JOIN benefit_grants g ON g.id = k.grant_id ${joinCheckoutOfGrant}
    LEFT JOIN license_key_activations a
      ON a.id = asked.activation_id AND a.license_key_id = k.id AND a.deleted_at IS NULL`,
};

/** A validation to count, if the key is still valid. `use`: the usage that it adds. */
type Count = { id: string; now: Date; use: number };
type Counted = { id: string; validations: number; usage: number };

const countStatement: Prepared = {
  name: 'count-validations',
  text: `UPDATE license_keys AS k
    SET validations = least(k.validations::bigint + counted.times, ${maxUsage})::integer,
      last_validated_at = greatest(k.last_validated_at, counted.at)
    FROM unnest($1::uuid[], $2::integer[], $3::timestamptz[]) AS counted (id, times, at)
    WHERE k.id = counted.id AND k.status = 'granted' AND (k.expires_at IS NULL OR k.expires_at > counted.at)
    RETURNING k.id, k.validations, k.usage`,
};

/** Finds and counts in one statement: the common case, without an activation and without usage. */
const plainStatement: Prepared = {
  name: 'count-plain-validations',
  text: `WITH fit AS (
      SELECT k.id, count(*) AS times, max(asked.at) AS at
      FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[])
        AS asked (organization_id, hash, benefit_id, customer_id, at)
      JOIN license_keys k ON k.organization_id = asked.organization_id AND k.key_hash = asked.hash
        AND k.benefit_id = coalesce(asked.benefit_id, k.benefit_id)
        AND k.customer_id = coalesce(asked.customer_id, k.customer_id)
      GROUP BY k.id
    ), counted AS (
      UPDATE license_keys AS k
      SET validations = least(k.validations::bigint + fit.times, ${maxUsage})::integer,
        last_validated_at = greatest(k.last_validated_at, fit.at)
      FROM fit
      WHERE k.id = fit.id AND k.status = 'granted' AND (k.expires_at IS NULL OR k.expires_at > fit.at)
      RETURNING k.customer_id, k.grant_id, to_jsonb(k) AS key
    )
    SELECT counted.key, to_jsonb(customer) AS customer, ${buyerJson} AS buyer
    FROM counted JOIN customers customer ON customer.id = counted.customer_id
    LEFT JOIN benefit_grants g ON g.id = counted.grant_id ${joinCheckoutOfGrant}`,
};

/** Checks the limit and counts in one statement, so that concurrent requests never exceed it. */
const useStatement: Prepared = {
  name: 'count-license-use',
  text: `UPDATE license_keys SET usage = usage + $3::integer,
      validations = least(validations::bigint + 1, ${maxUsage})::integer,
      last_validated_at = greatest(last_validated_at, $2)
    WHERE id = $1 AND status = 'granted' AND (expires_at IS NULL OR expires_at > $2)
      AND usage::bigint + $3::integer <= coalesce(limit_usage, ${maxUsage})
    RETURNING id, validations, usage`,
};

type Plain = Pick<Asked, 'organizationId' | 'hash'> & {
  benefitId: string | null;
  customerId: string | null;
  now: Date;
};
type Validated = Omit<Found, 'activation'>;

/** Null: not counted, for any reason. */
const countPlain = async (db: DataSource, asked: readonly Plain[]): Promise<(Validated | null)[]> => {
  const rows = await runPrepared<Omit<FoundJson, 'place'>>(db, plainStatement, [
    asked.map(({ organizationId }) => organizationId),
    asked.map(({ hash }) => hash),
    asked.map(({ benefitId }) => benefitId),
    asked.map(({ customerId }) => customerId),
    asked.map(({ now }) => now),
  ]);
  const found = rows.map(({ key, customer, buyer }) => ({
    key: rowFromJson(LicenseKeyEntity, key),
    customer: rowFromJson(CustomerEntity, customer),
    buyer,
  }));
  const placeOf = ({ organizationId, hash }: Pick<Asked, 'organizationId' | 'hash'>) =>
    `${organizationId} ${hash}`;
  const byPlace = new Map(
    found.map((one) => [placeOf({ organizationId: one.key.organizationId, hash: one.key.keyHash }), one]),
  );
  return asked.map((one) => {
    const it = byPlace.get(placeOf(one));
    const isMeant = (given: string | null, own: string | undefined) => given === null || given === own;
    return it && isMeant(one.benefitId, it.key.benefitId) && isMeant(one.customerId, it.key.customerId)
      ? it
      : null;
  });
};

type Asked = { organizationId: string; hash: string; activationId: string | null };

const findAll = async (db: DataSource, asked: readonly Asked[]): Promise<(Found | null)[]> => {
  const rows = await runPrepared<FoundJson>(db, findStatement, [
    asked.map(({ organizationId }) => organizationId),
    asked.map(({ hash }) => hash),
    asked.map(({ activationId }) => activationId),
  ]);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_one, index) => {
    const row = byPlace.get(index + 1);
    if (!row) return null;
    return {
      key: rowFromJson(LicenseKeyEntity, row.key),
      customer: rowFromJson(CustomerEntity, row.customer),
      buyer: row.buyer,
      activation: row.activation && rowFromJson(LicenseKeyActivationEntity, row.activation),
    };
  });
};

/** Concurrent validations of a key are one update of its row; all of them get the same counts. */
const countAll = async (db: DataSource, counts: readonly Count[]): Promise<(Counted | null)[]> => {
  const byKey = [...Map.groupBy(counts, ({ id }) => id)];
  const rows = await runPrepared<Counted>(db, countStatement, [
    byKey.map(([id]) => id),
    byKey.map(([, all]) => all.length),
    byKey.map(([, all]) => all[0]?.now),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return counts.map(({ id }) => found.get(id) ?? null);
};

const countUse = async (db: DataSource, { id, now, use }: Count): Promise<Counted | null> => {
  const [row] = await runPrepared<Counted>(db, useStatement, [id, now, use]);
  return row ?? null;
};

const maxAtOnce = 200;

/** Validates and counts a key. Throws ResourceNotFound and BadRequest. */
export type ValidateLicenseKey = (asked: LicenseKeyValidate) => Promise<ValidatedLicenseKey>;

/** Creates the validation, which batches concurrent requests. */
export const createValidation = ({ db, now }: Pick<Billing, 'db' | 'now'>): ValidateLicenseKey => {
  const find = batched<Asked, Found | null>(maxAtOnce, (asked) => findAll(db, asked));
  const count = batched<Count, Counted | null>(maxAtOnce, (counts) => countAll(db, counts));
  const plain = batched<Plain, Validated | null>(maxAtOnce, (all) => countPlain(db, all));
  return async (asked) => {
    const { organizationId, activationId = null, benefitId = null, customerId = null } = asked;
    const hash = sha256(asked.key);
    const time = now();
    if (activationId === null && !asked.incrementUsage) {
      const valid = await plain({ organizationId, hash, benefitId, customerId, now: time });
      if (valid) return { ...viewLicenseKey(valid.key, valid.customer, valid.buyer), activation: null };
    }
    const found = await find({ organizationId, hash, activationId });
    const key = requireUsable(found?.key, time);
    if (!found) throw licenseErrors.ResourceNotFound();
    requireMatch(key, found.activation, asked);
    const use = asked.incrementUsage ?? 0;
    const one: Count = { id: key.id, now: time, use };
    const counted = await (use > 0 ? countUse(db, one) : count(one));
    if (!counted) throw await refusalOf(db, one);
    const { validations, usage } = counted;
    return {
      ...viewLicenseKey({ ...key, validations, usage, lastValidatedAt: time }, found.customer, found.buyer),
      activation: found.activation && viewActivation(found.activation),
    };
  };
};

/** The reason why a key was not counted: it has ended since it was read, or has too little usage left. */
const refusalOf = async ({ manager }: DataSource, { id, now }: Count) => {
  const key = requireUsable(await manager.findOneBy(LicenseKeyEntity, { id }), now);
  const left = Math.max((key.limitUsage ?? maxUsage) - key.usage, 0);
  return licenseErrors.BadRequest(`License key only has ${left} more usages.`);
};

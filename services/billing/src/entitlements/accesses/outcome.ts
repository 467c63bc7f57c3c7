/** Writes the results of reconciliation to the grants of an access. Steps of a transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { BenefitGrantError } from '@tessera/proto/api/billing/benefit-grant';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { benefitGrantCreated, benefitGrantUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import type { PlatformFailure } from '../../platforms/http.ts';
import type { Place } from '../../platforms/platform.ts';
import { GrantEntity, type GrantRow, lockHeldGrants } from '../grants/entity.ts';
import { findHandovers } from '../grants/handovers.ts';
import { grantEvent } from '../grants/view.ts';
import type { AccessRow } from './entity.ts';
import { isSamePlace } from './rules.ts';

const types = {
  customer: 'BenefitActionRequiredError',
  refused: 'BenefitRefusedError',
  busy: 'BenefitRetriableError',
} as const;

/** Grants the pending grants of an access, and updates the properties of those that were granted something else. */
export const grantWaiting = async (
  em: EntityManager,
  now: Date,
  { access, given }: { access: AccessRow; given: NonNullable<AccessRow['given']> },
): Promise<void> => {
  const properties: BenefitGrantProperties = { accountId: given.accountId, ...given.place } as never;
  const rows = await lockHeldGrants(em, access);
  const changed = rows.filter(
    (row) => row.grantedAt === null || !isDeepStrictEqual(row.properties, properties),
  );
  if (changed.length === 0) return;
  for (const row of changed)
    await em.update(
      GrantEntity,
      { id: row.id },
      { properties, error: null, grantedAt: row.grantedAt ?? now, modifiedAt: now },
    );
  await emitGrants(em, {
    before: changed,
    after: changed.map((row) => ({
      ...row,
      properties,
      error: null,
      grantedAt: row.grantedAt ?? now,
      modifiedAt: now,
    })),
  });
};

/**
 * Writes the failure to the pending grants of an access, with what the customer or seller may do about it. Grants of what
 * was revoked for another account or place, which could not be given, are pending again.
 */
export const refuseWaiting = async (
  em: EntityManager,
  now: Date,
  { access, failure }: { access: AccessRow; failure: PlatformFailure },
): Promise<void> => {
  const type = types[failure.fault];
  const rows = await lockHeldGrants(em, access);
  const changed = rows.filter((row) =>
    row.grantedAt === null
      ? !(row.error?.type === type && row.error.message === failure.message)
      : !isStillGiven(row, access),
  );
  if (changed.length === 0) return;
  const error: BenefitGrantError = { type, message: failure.message, timestamp: now.toISOString() };
  const changes = { error, grantedAt: null, modifiedAt: now };
  await em.update(GrantEntity, { id: In(changed.map(({ id }) => id)) }, changes);
  await emitGrants(em, { before: changed, after: changed.map((row) => ({ ...row, ...changes })) });
};

const isStillGiven = ({ properties }: GrantRow, { given }: AccessRow): boolean => {
  // What `grantWaiting` wrote.
  const { accountId, ...place } = properties as { accountId: string } & Place;
  return given !== null && isSamePlace(given, { accountId, place });
};

/** Emits a grant as created with its first result, and as updated after that. */
const emitGrants = async (
  em: EntityManager,
  { before, after }: { before: GrantRow[]; after: GrantRow[] },
): Promise<void> => {
  const handovers = await findHandovers(em, after);
  const events = handovers.map(({ row, customer, benefit }, index) => {
    const present = before[index];
    const isNew = present?.grantedAt === null && present.error === null;
    return grantEvent(isNew ? benefitGrantCreated : benefitGrantUpdated, {
      row,
      customer,
      benefit,
      previousProperties: present?.properties ?? {},
    });
  });
  await emitAll(em, events);
  await markStatesChanged(
    em,
    after.map(({ customerId }) => customerId),
  );
};

/** Rows of accesses: what a customer has on another platform by a benefit, one row per customer and benefit. */
import { sql } from '@tessera/kit/database/sql';
import { enqueueDue } from '@tessera/kit/due';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Place } from '../../platforms/platform.ts';

/** Work queue: `subject_id` is the id of an access to reconcile. */
export const accessWork = 'benefit_access_work';

/** `given`: what the platform was last asked to give, and may have given. `accountId`: chosen by the customer. */
export type AccessRow = {
  id: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  accountId: string | null;
  given: { accountId: string; place: Place } | null;
};

const columns = `id, organization_id AS "organizationId", customer_id AS "customerId", benefit_id AS "benefitId",
  account_id AS "accountId", given`;

type Key = { organizationId: string; customerId: string; benefitId: string };

/** Creates missing accesses and queues all of them for reconciliation after the commit. */
export const noteAccesses = async (em: EntityManager, now: Date, keys: readonly Key[]): Promise<void> => {
  for (const { organizationId, customerId, benefitId } of keys) {
    const [row] = await sql<{ id: string }>(
      em,
      `INSERT INTO benefit_accesses AS present (id, created_at, organization_id, customer_id, benefit_id)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (customer_id, benefit_id) DO UPDATE SET organization_id = present.organization_id RETURNING id`,
      [uuidv7(), now, organizationId, customerId, benefitId],
    );
    if (row) await noteAccess(em, { id: row.id, organizationId });
  }
};

export const noteAccess = (
  em: EntityManager,
  { id, organizationId }: Pick<AccessRow, 'id' | 'organizationId'>,
): Promise<void> => enqueueDue(em, accessWork, { kind: 'settle', subjectId: id, organizationId });

export const findAccess = async (em: EntityManager, id: string): Promise<AccessRow | null> => {
  const [row] = await sql<AccessRow>(em, `SELECT ${columns} FROM benefit_accesses WHERE id = $1`, [id]);
  return row ?? null;
};

/** Stores what is about to be given, or null after it was taken away. */
export const writeGiven = (em: EntityManager, id: string, given: AccessRow['given']): Promise<unknown> =>
  em.query('UPDATE benefit_accesses SET given = $2 WHERE id = $1', [id, given && JSON.stringify(given)]);

type Given = { id: string; given: NonNullable<AccessRow['given']> };

/** Of accesses other than $1. An account has one permission in a repository, whose name is case-insensitive. */
const isSameElsewhere = `given->>'accountId' = $2 AND id <> $1
  AND lower(((given->'place') - 'permission')::text) = lower(($3::jsonb - 'permission')::text)`;

/**
 * Lets go of what another access has given too: by another benefit, or to another customer with the same account.
 * Returns false if there is none. Locked by account: of several that let go at once, the last one finds no other.
 */
export const leaveToOthers = async (em: EntityManager, { id, given }: Given): Promise<boolean> => {
  const lock = `account on a platform ${given.accountId}`;
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
  if (!(await noteOthers(em, { id, given }))) return false;
  await writeGiven(em, id, null);
  return true;
};

/** Queues the other accesses that have given the same, which give it again. Returns whether there are any. */
export const noteOthers = async (em: EntityManager, { id, given }: Given): Promise<boolean> => {
  const rows = await sql<{ id: string; organizationId: string }>(
    em,
    `SELECT id, organization_id AS "organizationId" FROM benefit_accesses WHERE ${isSameElsewhere} ORDER BY id`,
    [id, given.accountId, JSON.stringify(given.place)],
  );
  for (const row of rows) await noteAccess(em, row);
  return rows.length > 0;
};

/** The places that other accesses give the same account in the same repository, where nothing has refused them. */
export const findPlacesOfOthers = async (em: EntityManager, { id, given }: Given): Promise<Place[]> => {
  const rows = await sql<{ place: Place }>(
    em,
    `SELECT given->'place' AS place FROM benefit_accesses access
     WHERE ${isSameElsewhere}
       AND EXISTS (SELECT 1 FROM benefit_grants held WHERE held.customer_id = access.customer_id
         AND held.benefit_id = access.benefit_id AND held.revoked_at IS NULL AND held.error IS NULL)`,
    [id, given.accountId, JSON.stringify(given.place)],
  );
  return rows.map(({ place }) => place);
};

/** Sets the account that a benefit is given to, and queues the access for reconciliation. */
export const chooseAccountOf = async (em: EntityManager, key: Key, accountId: string): Promise<void> => {
  const [row] = await sql<{ id: string }>(
    em,
    'UPDATE benefit_accesses SET account_id = $3 WHERE customer_id = $1 AND benefit_id = $2 RETURNING id',
    [key.customerId, key.benefitId, accountId],
  );
  if (row) await noteAccess(em, { id: row.id, organizationId: key.organizationId });
};

/** Queues all accesses of a customer to benefits of a type. */
export const noteAccessesOf = async (
  em: EntityManager,
  { customerId, type }: { customerId: string; type: string },
): Promise<void> => {
  const rows = await sql<{ id: string; organizationId: string }>(
    em,
    `SELECT a.id, a.organization_id AS "organizationId" FROM benefit_accesses a
     JOIN benefits b ON b.id = a.benefit_id AND b.type = $2 WHERE a.customer_id = $1`,
    [customerId, type],
  );
  for (const row of rows) await noteAccess(em, row);
};

/** Queues the accesses of an organization to benefits of a type that customers are waiting for. */
export const noteWaitingAccesses = async (
  em: EntityManager,
  { organizationId, type }: { organizationId: string; type: string },
): Promise<void> => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT access.id FROM benefits benefit JOIN benefit_accesses access ON access.benefit_id = benefit.id
     WHERE benefit.organization_id = $1 AND benefit.type = $2 AND benefit.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM benefit_grants waiting WHERE waiting.customer_id = access.customer_id
         AND waiting.benefit_id = access.benefit_id AND waiting.granted_at IS NULL AND waiting.revoked_at IS NULL)
     ORDER BY access.id`,
    [organizationId, type],
  );
  for (const { id } of rows) await noteAccess(em, { id, organizationId });
};

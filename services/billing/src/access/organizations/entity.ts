/** Local copies of organizations, ordered by the owning service's revision. */
import { column } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import { type EntityManager, EntitySchema } from 'typeorm';
import { prefixOf } from './order-prefix.ts';

/** `isWhole`: false when an older release made the copy and some facts are missing. */
export type OrganizationRow = OrganizationFacts & { isWhole: boolean; isDeleted: boolean; revision: string };

export const OrganizationEntity = new EntitySchema<OrganizationRow>({
  name: 'organization',
  tableName: 'organizations',
  columns: {
    id: column.id(),
    name: column.text('name'),
    slug: column.text('slug'),
    avatarUrl: column.text('avatar_url', { nullable: true }),
    email: column.text('email', { nullable: true }),
    website: column.text('website', { nullable: true }),
    accentColor: column.text('accent_color', { nullable: true }),
    snapshot: column.json('snapshot', { nullable: true }),
    isWhole: column.bool('is_whole'),
    allowMultipleSubscriptions: column.bool('allow_multiple_subscriptions'),
    isDeleted: column.bool('is_deleted'),
    revision: { type: 'bigint', name: 'revision' },
  },
});

const readOrganizations = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, OrganizationEntity, ids)).map((row) => [row.id, row])),
);

export const findOrganizationRow = async (em: EntityManager, id: string): Promise<OrganizationRow | null> =>
  (await readOrganizations(em, [id])).get(id) ?? null;

/** Upserts a copy unless its revision is older. The order number prefix is derived from the first slug only. */
export const storeOrganization = (em: EntityManager, row: OrganizationRow): Promise<unknown> =>
  em.query(
    `INSERT INTO organizations AS kept
       (id, name, slug, avatar_url, email, allow_multiple_subscriptions, is_deleted, revision, website, accent_color,
        is_whole, invoice_prefix, snapshot)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, $12)
     ON CONFLICT (id) DO UPDATE
     SET name = excluded.name, slug = excluded.slug, avatar_url = excluded.avatar_url, email = excluded.email,
         allow_multiple_subscriptions = excluded.allow_multiple_subscriptions, revision = excluded.revision,
         website = excluded.website, accent_color = excluded.accent_color,
         is_whole = excluded.is_whole, snapshot = excluded.snapshot
     WHERE excluded.revision > kept.revision`,
    [
      row.id,
      row.name,
      row.slug,
      row.avatarUrl,
      row.email,
      row.allowMultipleSubscriptions,
      row.isDeleted,
      row.revision,
      row.website,
      row.accentColor,
      row.isWhole,
      row.snapshot,
      prefixOf(row.slug),
    ],
  );

/** The prefix of an organization's order numbers, or null when no copy of the organization exists. */
export const findInvoicePrefix = async (em: EntityManager, id: string): Promise<string | null> => {
  const [row] = await sql<{ prefix: string }>(
    em,
    'SELECT coalesce(invoice_prefix, upper(slug)) AS prefix FROM organizations WHERE id = $1',
    [id],
  );
  return row?.prefix ?? null;
};

export const setInvoicePrefix = (em: EntityManager, id: string, prefix: string): Promise<unknown> =>
  em.query('UPDATE organizations SET invoice_prefix = $2 WHERE id = $1', [id, prefix]);

type Known = Pick<OrganizationFacts, 'id' | 'website' | 'accentColor' | 'snapshot'>;

/** Fills in facts that an older release did not copy. */
export const completeOrganization = (
  em: EntityManager,
  { id, website, accentColor, snapshot }: Known,
): Promise<unknown> =>
  em.query(
    `UPDATE organizations SET website = $2, accent_color = $3, snapshot = $4, is_whole = true
     WHERE id = $1 AND (NOT is_whole OR snapshot IS NULL)`,
    [id, website, accentColor, snapshot],
  );

/** The organization with a slug, or null when there is none or it is deleted. */
export const findOrganizationBySlug = (em: EntityManager, slug: string): Promise<OrganizationRow | null> =>
  em.findOneBy(OrganizationEntity, { slug, isDeleted: false });

/** As `findOrganizationBySlug`, of the deleted ones: the last that had the slug. */
export const findEndedOrganizationBySlug = (
  em: EntityManager,
  slug: string,
): Promise<OrganizationRow | null> =>
  em.findOne(OrganizationEntity, { where: { slug, isDeleted: true }, order: { revision: 'DESC' } });

/** Marks an organization as deleted. The row is kept so that a late message cannot recreate it. */
export const markOrganizationEnded = (em: EntityManager, id: string): Promise<unknown> =>
  em.update(OrganizationEntity, { id }, { isDeleted: true });

/**
 * Ids of those organizations that are deleted. Locks all rows, so that none can be deleted before the transaction
 * ends.
 */
export const findEndedOrganizations = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await sql<{ id: string; is_deleted: boolean }>(
    em,
    `SELECT id, is_deleted FROM organizations
     WHERE id = ANY(ARRAY(SELECT unnest($1::uuid[]))) ORDER BY id FOR SHARE`,
    [[...new Set(ids)]],
  );
  return new Set(rows.flatMap(({ id, is_deleted: isDeleted }) => (isDeleted ? [id] : [])));
};

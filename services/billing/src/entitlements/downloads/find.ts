/** Files that customers may download: those of the benefits that they have been granted. */
import { sql } from '@tessera/kit/database/sql';
import type { DownloadableListQuery } from '@tessera/proto/api/billing/file';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { createStatement } from '../../lists/list.ts';
import { isGrantWithin } from '../within.ts';

/** A file that a benefit gives to a customer. */
export type Downloadable = { customerId: string; benefitId: string; fileId: string };

type Scope = CustomerCaller['scope'];

/** Reads benefits in their present state: an archived file is no longer available immediately. */
const given = `
  FROM benefit_grants g
  JOIN benefits b ON b.id = g.benefit_id AND b.type = 'downloadables' AND b.deleted_at IS NULL
  CROSS JOIN LATERAL jsonb_array_elements_text(b.properties -> 'files') WITH ORDINALITY AS listed (id, place)
  JOIN files f ON f.id = listed.id::uuid AND f.is_uploaded AND f.deleted_at IS NULL
  WHERE g.granted_at IS NOT NULL AND NOT coalesce((b.properties -> 'archived' ->> listed.id)::boolean, false)`;

/** Returns a page of downloadables, ordered by benefit and position of the file, and their total number. */
export const findDownloadables = async (
  em: EntityManager,
  scope: Scope,
  { page, limit, organizationId, benefitId }: DownloadableListQuery,
): Promise<[Downloadable[], number]> => {
  const { values, bind } = createStatement();
  const conditions = [
    isGrantWithin(bind, scope),
    ...(organizationId ? [`g.organization_id = ANY(${bind(organizationId)}::uuid[])`] : []),
    ...(benefitId ? [`g.benefit_id = ANY(${bind(benefitId)}::uuid[])`] : []),
  ];
  const rows = await sql<Downloadable & { total: number }>(
    em,
    `WITH found AS (
       SELECT g.customer_id AS "customerId", b.id AS "benefitId", f.id AS "fileId", min(listed.place) AS place
       ${given} AND ${conditions.join(' AND ')} GROUP BY 1, 2, 3
     ), counted AS (SELECT count(*)::int AS total FROM found)
     SELECT page.*, counted.total FROM counted LEFT JOIN LATERAL (
       SELECT * FROM found ORDER BY "benefitId", place LIMIT ${bind(limit)} OFFSET ${bind((page - 1) * limit)}
     ) AS page ON true`,
    values,
  );
  return [rows.filter(({ fileId }) => fileId !== null), rows[0]?.total ?? 0];
};

/** Whether a customer still has access to a file by a benefit. */
export const isGiven = async (
  em: EntityManager,
  { customerId, benefitId, fileId }: Downloadable,
): Promise<boolean> => {
  const rows = await sql(em, `SELECT 1 ${given} AND g.customer_id = $1 AND b.id = $2 AND f.id = $3 LIMIT 1`, [
    customerId,
    benefitId,
    fileId,
  ]);
  return rows.length > 0;
};

/** Counts a download. */
export const countDownload = (em: EntityManager, now: Date, of: Downloadable): Promise<unknown> =>
  em.query(
    `INSERT INTO downloads AS present (customer_id, benefit_id, file_id, count, last_downloaded_at)
     VALUES ($1, $2, $3, 1, $4)
     ON CONFLICT (customer_id, benefit_id, file_id)
     DO UPDATE SET count = present.count + 1, last_downloaded_at = excluded.last_downloaded_at`,
    [of.customerId, of.benefitId, of.fileId, now],
  );

/** Single-use codes of a discount. */
import { randomInt } from 'node:crypto';
import { sql } from '@tessera/kit/database/sql';
import { refuseField } from '@tessera/kit/errors';
import type {
  DiscountCode,
  DiscountCodeListQuery,
  DiscountCodesCreate,
} from '@tessera/proto/api/billing/discount';
import { pageReply } from '@tessera/proto/api/page';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import type { DiscountRow } from './entity.ts';

/** Without characters that are easily confused. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 10;
/** Maximum number of codes per discount. */
export const maxCodes = 100_000;

const randomCode = (prefix: string): string =>
  prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Creates codes. One that already exists, for any discount of the organization, is generated again. */
export const createCodes = async (
  billing: Billing,
  discount: DiscountRow,
  { count, prefix }: DiscountCodesCreate,
): Promise<{ items: DiscountCode[] }> =>
  billing.db.transaction(async (em) => {
    await refuseTooMany(em, discount.id, count);
    const now = billing.now();
    const items: DiscountCode[] = [];
    while (items.length < count) {
      const codes = Array.from({ length: count - items.length }, () => randomCode(prefix));
      for (const { id, code } of await insertCodes(em, now, { discount, codes }))
        items.push({ id, createdAt: now, discountId: discount.id, code, redeemedAt: null, checkoutId: null });
    }
    return { items };
  });

const refuseTooMany = async (em: EntityManager, discountId: string, count: number): Promise<void> => {
  await sql(em, 'SELECT 1 FROM discounts WHERE id = $1 FOR UPDATE', [discountId]);
  const [row] = await sql<{ total: number }>(
    em,
    'SELECT count(*)::int AS total FROM discount_codes WHERE discount_id = $1',
    [discountId],
  );
  if ((row?.total ?? 0) + count > maxCodes)
    throw refuseField(['body', 'count'], `A discount can have at most ${maxCodes} codes.`, 'less_than_equal');
};

/** Returns the inserted codes; existing ones are skipped. */
const insertCodes = (
  em: EntityManager,
  now: Date,
  { discount: { id, organizationId }, codes }: { discount: DiscountRow; codes: string[] },
): Promise<{ id: string; code: string }[]> =>
  sql(
    em,
    `INSERT INTO discount_codes (id, created_at, organization_id, discount_id, code)
     SELECT one.id, $1, $2, $3, one.code FROM unnest($4::uuid[], $5::text[]) AS one (id, code)
     WHERE NOT EXISTS (SELECT 1 FROM discounts
       WHERE organization_id = $2 AND lower(code) = lower(one.code) AND deleted_at IS NULL)
     ON CONFLICT DO NOTHING RETURNING id, code`,
    [now, organizationId, id, codes.map(() => uuidv7()), codes],
  );

/** Returns a page of a discount's codes in the order of creation. */
export const listCodes = async (
  { db }: Pick<Billing, 'db'>,
  { id }: DiscountRow,
  query: DiscountCodeListQuery,
) => {
  const { isRedeemed, page, limit } = query;
  const condition = isRedeemed === undefined ? '' : `AND used.id IS ${isRedeemed ? 'NOT NULL' : 'NULL'}`;
  const [rows, total] = await Promise.all([
    sql<DiscountCode>(
      db.manager,
      `SELECT one.id, one.created_at AS "createdAt", one.discount_id AS "discountId", one.code,
         used.created_at AS "redeemedAt", used.checkout_id AS "checkoutId"
       FROM discount_codes one LEFT JOIN discount_redemptions used ON used.code_id = one.id
       WHERE one.discount_id = $1 ${condition} ORDER BY one.id LIMIT $2 OFFSET $3`,
      [id, limit, (page - 1) * limit],
    ),
    countCodes(db.manager, id, isRedeemed),
  ]);
  return pageReply<DiscountCode>(rows, total, query);
};

const allCodes = 'SELECT count(*) FROM discount_codes WHERE discount_id = $1';
/** Each code is redeemed once, so that neither has to be looked up in the other. */
const redeemedCodes =
  'SELECT count(*) FROM discount_redemptions WHERE discount_id = $1 AND code_id IS NOT NULL';

const countCodes = async (
  em: EntityManager,
  id: string,
  isRedeemed: boolean | undefined,
): Promise<number> => {
  const counted = isRedeemed
    ? `(${redeemedCodes})`
    : isRedeemed === false
      ? `(${allCodes}) - (${redeemedCodes})`
      : `(${allCodes})`;
  const [row] = await sql<{ total: number }>(em, `SELECT (${counted})::int AS total`, [id]);
  return row?.total ?? 0;
};

/** Streams all codes as CSV lines, 1,000 per chunk, with constant memory. */
export async function* exportCodes({ db }: Pick<Billing, 'db'>, { id }: DiscountRow): AsyncGenerator<string> {
  yield 'code,redeemed_at,checkout_id\r\n';
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await sql<{
      id: string;
      code: string;
      redeemed_at: Date | null;
      checkout_id: string | null;
    }>(
      db.manager,
      `SELECT one.id, one.code, used.created_at AS redeemed_at, used.checkout_id
       FROM discount_codes one LEFT JOIN discount_redemptions used ON used.code_id = one.id
       WHERE one.discount_id = $1 AND one.id > $2 ORDER BY one.id LIMIT 1000`,
      [id, after],
    );
    // Letters, digits and dates need no quotes.
    yield rows
      .map(
        ({ code, redeemed_at, checkout_id }) =>
          `${code},${redeemed_at?.toISOString() ?? ''},${checkout_id ?? ''}\r\n`,
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    after = last.id;
  }
}

/** Rate limit of checkouts opened by links, per network, so that crawlers do not fill a seller's list. */
import { changedRows, sql } from '@tessera/kit/database/sql';
import { networkOf } from '@tessera/kit/http/network';
import type { Billing } from '../billing.ts';
import { checkoutLinkErrors } from './errors.ts';

/** High enough for many people behind one address. `window` in milliseconds. */
export const visitLimit = { most: 100, window: 600_000 };

/** Counts a visit, atomically across replicas. Throws TooManyVisits. */
export const countVisit = async (
  { db, now }: Pick<Billing, 'db' | 'now'>,
  address: string | null,
): Promise<void> => {
  if (!address) return;
  const started = new Date(Math.floor(now().getTime() / visitLimit.window) * visitLimit.window);
  const [row] = await sql<{ visits: number }>(
    db,
    `INSERT INTO checkout_link_visits AS present (network, started_at, visits) VALUES ($1, $2, 1)
     ON CONFLICT (network, started_at) DO UPDATE SET visits = present.visits + 1 RETURNING visits`,
    [networkOf(address), started],
  );
  if ((row?.visits ?? 0) > visitLimit.most) throw checkoutLinkErrors.TooManyVisits();
};

/** Deletes expired windows. Returns how many. */
export const purgeVisits = ({ db, now }: Pick<Billing, 'db' | 'now'>): Promise<number> =>
  changedRows(db, 'DELETE FROM checkout_link_visits WHERE started_at < $1', [
    new Date(now().getTime() - visitLimit.window),
  ]);

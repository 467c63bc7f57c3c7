/** How many checkouts links open for one network: programs that follow links must not fill a seller's list. */
import { networkOf } from '@tessera/kit/network';
import { changedRows, sql } from '@tessera/kit/sql';
import type { Billing } from '../billing.ts';
import { checkoutLinkErrors } from './errors.ts';

/** Behind one address there may be a campus on the day of a launch. `window` in milliseconds. */
export const visitLimit = { most: 100, window: 600_000 };

/** Counts a visit, in one statement that holds across replicas. Throws TooManyVisits. */
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

/** Forgets windows that are over. Answers how many. */
export const purgeVisits = ({ db, now }: Pick<Billing, 'db' | 'now'>): Promise<number> =>
  changedRows(db, 'DELETE FROM checkout_link_visits WHERE started_at < $1', [
    new Date(now().getTime() - visitLimit.window),
  ]);

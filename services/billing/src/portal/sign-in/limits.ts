/**
 * Limits of what anybody may do who has proved nothing: ask for codes, and enter codes without the request's token.
 * Counted in windows of half an hour. Whoever reaches a limit shuts out only others who prove nothing.
 */
import { sql } from '@tessera/kit/database/sql';
import { networkOf } from '@tessera/kit/http/network';
import { sha256 } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';

const windowMilliseconds = 1_800_000;

/**
 * Wrong codes in a window. By address (of the customer): from one network, and from all together. Without an address,
 * where a guess is compared with all codes of the installation: the same. The totals bound what many networks can
 * guess: at most 20,000 of the 2.2 billion codes a day.
 */
export const wrongCodes = { networkAtAddress: 10, address: 50, network: 5, all: 200 };

/** Codes that a network may request for an address in a window: fewer than the mails that an address gets. */
export const requestsOfNetwork = 4;

/** A counter, as stored in `customer_code_tries.network`, and its limit. */
type Counter = { key: string; most: number };

/** `address`: the client's IP address, or null. `at`: the customer's address, if it is known. */
export type Origin = { address: string | null; at?: { email: string; organizationId: string } | undefined };

const keyOf = ({ email, organizationId }: NonNullable<Origin['at']>): string =>
  sha256(`${organizationId} ${email.toLowerCase()}`);

const countersOf = ({ address, at }: Origin): Counter[] => {
  const network = networkOf(address ?? '');
  if (!at)
    return [
      { key: network, most: wrongCodes.network },
      { key: '*', most: wrongCodes.all },
    ];
  const key = keyOf(at);
  return [
    { key: `${network} ${key}`, most: wrongCodes.networkAtAddress },
    { key, most: wrongCodes.address },
  ];
};

/**
 * Counts a try before it is judged, so that concurrent guesses cannot exceed a limit; first by network, so that
 * refused ones use up no total. Returns null beyond a limit, else how to take the count back: only wrong ones count.
 */
export const countTry = async (
  em: EntityManager,
  now: Date,
  origin: Origin,
): Promise<(() => Promise<unknown>) | null> => {
  const counters = countersOf(origin);
  for (const { key, most } of counters) if ((await count(em, now, key)) > most) return null;
  return () =>
    em.query('UPDATE customer_code_tries SET tries = tries - 1 WHERE network = ANY($1) AND started_at = $2', [
      counters.map(({ key }) => key),
      windowStart(now),
    ]);
};

/** Counts a request of a code, and returns whether the network has requested too many for this address. */
export const isRequestedTooOften = async (
  em: EntityManager,
  now: Date,
  { address, at }: Required<Origin> & { at: NonNullable<Origin['at']> },
): Promise<boolean> =>
  (await count(em, now, `request ${networkOf(address ?? '')} ${keyOf(at)}`)) > requestsOfNetwork;

const windowStart = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / windowMilliseconds) * windowMilliseconds);

const count = async (em: EntityManager, now: Date, key: string): Promise<number> => {
  const [row] = await sql<{ tries: number }>(
    em,
    `INSERT INTO customer_code_tries AS present (network, started_at, tries) VALUES ($1, $2, 1)
     ON CONFLICT (network, started_at) DO UPDATE SET tries = present.tries + 1 RETURNING tries`,
    [key, windowStart(now)],
  );
  return row?.tries ?? 0;
};

/** Deletes past counts. */
export const purgeTries = async (em: EntityManager, now: Date): Promise<void> => {
  await em.query('DELETE FROM customer_code_tries WHERE started_at < $1', [windowStart(now)]);
};

/** A shop for the crash journey: buyers that retry as browsers do, and queries about the sales. */
import { setTimeout as delay } from 'node:timers/promises';
import { databaseUrl } from '@tessera/local/servers/databases';
import { Pool } from 'pg';
import { createPartner, createSeller } from './clients.ts';
import { startReceiver } from './receiver.ts';
import type { Journey } from './system.ts';

type Kind = 'pays' | 'free' | 'declined' | 'fails later';
export type Buyer = {
  id: string;
  clientSecret: string;
  email: string;
  kind: Kind;
  isRecurring: boolean;
  hasDiscount: boolean;
};

const tokens: Record<Kind, string | undefined> = {
  pays: 'tok_success',
  free: undefined,
  declined: 'tok_declined',
  'fails later': 'tok_fails_later',
};
/** The buyers' kinds, repeated: most of them pay, half of those for a subscription. */
const kinds: Kind[] = ['pays', 'pays', 'pays', 'free', 'pays', 'declined', 'pays', 'pays', 'fails later'];
const count = 36;
/** Less than the number of buyers with the discount, some of whom never pay. */
const maxRedemptions = 4;
const events = ['order.created', 'order.paid', 'subscription.created'];

/** A deterministic random generator, numbers in [0, 1) (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Confirms a checkout once. Returns the HTTP status; 0: no response. */
const confirm = async (url: string, { clientSecret, email, kind }: Buyer): Promise<number> => {
  const body = {
    customer_email: email,
    customer_name: 'Grace Buyer',
    customer_billing_address: { country: 'FR' },
    confirmation_token_id: tokens[kind],
  };
  try {
    const response = await fetch(`${url}/api/billing/v1/checkouts/client/${clientSecret}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};

/**
 * The first response depends on the card; a retry may also find the checkout confirmed already (403). A charge with
 * unknown outcome, such as while the processor's database is down, stays pending; its result is checked at the end.
 */
const isExpected = (status: number, { kind, hasDiscount }: Buyer, tries: number): boolean =>
  status === 200 ||
  (kind === 'declined' && status === 400) ||
  (tries > 1 && status === 403) ||
  (hasDiscount && status === 422);

const openCheckouts = async (polar: ReturnType<typeof createPartner>): Promise<Buyer[]> => {
  const make = (name: string, priceAmount: number | null, recurringInterval: 'month' | null) =>
    polar.products.create({
      name,
      recurringInterval,
      prices: [priceAmount === null ? { amountType: 'free' } : { amountType: 'fixed', priceAmount }],
    });
  const [once, monthly, free, discount] = await Promise.all([
    make('Book', 1_700, null),
    make('Plan', 2_900, 'month'),
    make('Sample', null, null),
    polar.discounts.create({
      name: 'First come',
      type: 'percentage',
      basisPoints: 2_500,
      duration: 'once',
      maxRedemptions,
    }),
  ]);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const kind = kinds[index % kinds.length] ?? 'pays';
      const isRecurring = kind !== 'free' && index % 2 === 0;
      const product = kind === 'free' ? free : isRecurring ? monthly : once;
      // One-time buyers share a few addresses, so that their purchases contend for the same customer row.
      const email = isRecurring ? `subscriber-${index}@example.com` : `reader-${index % 4}@example.com`;
      const hasDiscount = kind !== 'free' && [1, 2].includes(index % 5);
      const { id, clientSecret } = await polar.checkouts.create({
        products: [product.id],
        ...(hasDiscount && { discountId: discount.id }),
      });
      return { id, clientSecret, email, kind, isRecurring, hasDiscount };
    }),
  );
};

/** Groups deliveries by event type and object id; the values are their webhook ids. */
const group = (received: Awaited<ReturnType<typeof startReceiver>>['received']) => {
  const delivered = new Map<string, Set<string>>();
  for (const { type, body, headers } of received) {
    const key = `${type} ${(JSON.parse(body) as { data: { id: string } }).data.id}`;
    delivered.set(key, (delivered.get(key) ?? new Set<string>()).add(String(headers['webhook-id'])));
  }
  return delivered;
};

/** Queries on billing's database, including the tables of the sandbox processor. */
const openQueries = (postgres: string) => {
  const pool = new Pool({ connectionString: databaseUrl(postgres, 'billing'), max: 2 });
  // Idle connections fail when the server stops; the next query opens a new one.
  pool.on('error', () => undefined);
  const rows = async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows;
  return {
    stop: () => pool.end(),
    statuses: async () =>
      new Map(
        (await rows<{ id: string; status: string }>('SELECT id, status FROM checkouts')).map(
          ({ id, status }) => [id, status],
        ),
      ),
    /** Checkouts, payments, charges and events that are still being processed. */
    unfinished: () =>
      rows<{ what: string; id: string }>(
        `SELECT 'checkout' AS what, id::text FROM checkouts WHERE status = 'confirmed'
         UNION ALL SELECT 'payment', id::text FROM payments WHERE status NOT IN ('succeeded', 'failed')
         UNION ALL SELECT 'charge', id FROM sandbox_charges WHERE status NOT IN ('succeeded', 'failed')
         UNION ALL SELECT 'event', id::text FROM outbox`,
      ),
    /** Succeeded charges of the processor, with the amount in cents. */
    paidCharges: () =>
      rows<{ checkoutId: string; amount: number }>(
        `SELECT split_part(idempotency_key, ':', 1) AS "checkoutId", amount FROM sandbox_charges
         WHERE status = 'succeeded'`,
      ),
    /** Ids of the checkouts that redeemed the discount. */
    redeemed: async () =>
      (await rows<{ id: string }>('SELECT checkout_id AS id FROM discount_redemptions')).map(({ id }) => id),
    subscriptions: () =>
      rows<{ id: string; checkoutId: string }>('SELECT id, checkout_id AS "checkoutId" FROM subscriptions'),
  };
};

/** Creates the shop and a checkout per buyer; `visit` lets one of them buy. */
export const startShop = async ({ url, urls }: Journey, seed: number) => {
  const random = createRandom(seed);
  const pause = (most: number) => delay(random() * most);
  const receiver = await startReceiver();
  const seller = await createSeller(url);
  const polar = createPartner(url, seller.token);
  const endpoint = await seller.call('POST', '/api/billing/v1/webhooks/endpoints', {
    url: receiver.url,
    format: 'raw',
    secret: 'crash',
    events,
    organization_id: seller.organizationId,
  });
  if (endpoint.status !== 201) throw new Error(`endpoint: ${JSON.stringify(endpoint.body)}`);
  const { stop, ...queries } = openQueries(urls.postgres);
  let cutOff = 0;
  const tooLate = new Set<string>();
  return {
    ...queries,
    pause,
    /** The number of confirms that were cut off by a crash of billing (status 502). */
    cutOff: () => cutOff,
    /** Whether a buyer was told that the discount is used up. */
    isTooLate: ({ id }: Buyer) => tooLate.has(id),
    maxRedemptions,
    buyers: await openCheckouts(polar),
    /** Confirms, and retries while there is no response or a server error. */
    visit: async (buyer: Buyer): Promise<void> => {
      await pause(300);
      for (let tries = 1; ; tries += 1) {
        const status = await confirm(url, buyer);
        if (status === 422) tooLate.add(buyer.id);
        if (isExpected(status, buyer, tries)) return;
        if (status === 502) cutOff += 1;
        if (status !== 0 && status < 500) throw new Error(`${buyer.kind}: ${status} at try ${tries}`);
        await delay(100);
      }
    },
    orders: async () => (await polar.orders.list({ limit: 100 })).result.items,
    delivered: () => group(receiver.received),
    stop: async () => {
      await receiver.stop();
      await stop();
    },
  };
};

export type Shop = Awaited<ReturnType<typeof startShop>>;

/**
 * Billing is killed in the middle of charges, and its servers go away: what was paid is an order, once, the seller
 * hears of it, nobody pays twice, and a discount for a few is used by those who paid with it.
 */
import { randomInt } from 'node:crypto';
import { eventually } from '@tessera/kit/test/eventually';
import { type Buyer, type Shop, startShop } from './support/crash-shop.ts';
import { killPostgres, killProgram } from './support/kill.ts';
import { type Journey, startJourney } from './support/system.ts';

const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31));
/** After the last fault: lost leases, pauses of consumers and the sweeper's patience go by. */
const recovery = 60_000;

let journey: Journey;
let shop: Shop;
beforeAll(async () => {
  journey = await startJourney({ isDurable: true });
  shop = await startShop(journey, seed);
});
afterAll(async () => {
  await shop?.stop();
  await journey?.stop();
});

/** At a moment that nobody chose: with no warning, in the middle of whatever it does. */
const killBilling = async (): Promise<void> => {
  await shop.pause(250);
  await killProgram(journey.processes.billing);
};

/** Buyers come in groups; during each group something dies, and the next comes when billing is there again. */
const sellThrough = async (faults: (() => Promise<void>)[]): Promise<void> => {
  const size = Math.ceil(shop.buyers.length / faults.length);
  const visits: Promise<void>[] = [];
  for (const [index, fault] of faults.entries()) {
    visits.push(...shop.buyers.slice(index * size, (index + 1) * size).map(shop.visit));
    await fault();
    await journey.processes.billing.ready();
  }
  await Promise.all(visits);
};

const killNats = async (): Promise<void> => {
  const killed = killBilling();
  await shop.pause(150);
  await journey.servers.nats.kill();
  await journey.servers.nats.restart();
  await killed;
};

const killDatabase = async (): Promise<void> => {
  await shop.pause(250);
  await killPostgres(journey);
};

const inOrder = (texts: (string | null)[]) => texts.map(String).toSorted((a, b) => a.localeCompare(b));

const ended = (buyer: Buyer) =>
  buyer.kind === 'declined' || buyer.kind === 'fails later' || shop.isTooLate(buyer) ? 'open' : 'succeeded';

const expectSalesInOrder = async (): Promise<void> => {
  const statuses = await shop.statuses();
  expect(shop.buyers.map(({ id, kind }) => [kind, statuses.get(id)])).toEqual(
    shop.buyers.map((buyer) => [buyer.kind, ended(buyer)]),
  );
  const sold = shop.buyers.filter((buyer) => ended(buyer) === 'succeeded');
  const [orders, subscriptions, charges] = await Promise.all([
    shop.orders(),
    shop.subscriptions(),
    shop.paidCharges(),
  ]);
  const ids = (buyers: Buyer[]) => buyers.map(({ id }) => id);
  const checkouts = (things: { checkoutId: string | null }[]) => things.map(({ checkoutId }) => checkoutId);
  expect(inOrder(checkouts(orders))).toEqual(inOrder(ids(sold)));
  expect(inOrder(checkouts(subscriptions))).toEqual(inOrder(ids(sold.filter((buyer) => buyer.isRecurring))));
  // The processor's own books: what it has taken of whom, against what the orders say.
  const paid = orders.filter(({ totalAmount }) => totalAmount > 0);
  expect(inOrder(charges.map(({ checkoutId, amount }) => `${checkoutId} ${amount}`))).toEqual(
    inOrder(paid.map(({ checkoutId, totalAmount }) => `${checkoutId} ${totalAmount}`)),
  );
};

/** A discount is used by whoever paid with it, by nobody else, and no more often than it may be. */
const expectRedemptionsToBePaid = async (): Promise<void> => {
  const redeemed = await shop.redeemed();
  const paid = shop.buyers.filter((buyer) => buyer.hasDiscount && ended(buyer) === 'succeeded');
  expect(inOrder(redeemed)).toEqual(inOrder(paid.map(({ id }) => id)));
  expect(redeemed.length).toBeGreaterThan(0);
  expect(redeemed.length).toBeLessThanOrEqual(shop.maxRedemptions);
  expect(shop.buyers.some(shop.isTooLate)).toBe(true);
};

/** Every sale's events have come, each under one id, however often it was sent. */
const expectSellerToKnow = async (): Promise<void> => {
  const orders = (await shop.orders()).flatMap(({ id }) => [`order.created ${id}`, `order.paid ${id}`]);
  const subscriptions = (await shop.subscriptions()).map(({ id }) => `subscription.created ${id}`);
  const wanted = inOrder([...orders, ...subscriptions]);
  await eventually(() => expect(inOrder([...shop.delivered().keys()])).toEqual(wanted), recovery);
  expect([...shop.delivered().values()].filter((eventIds) => eventIds.size !== 1)).toEqual([]);
};

describe('a system whose billing is killed again and again, and its servers once each', () => {
  it('sells to everyone once, charges nobody twice and tells the seller', async () => {
    try {
      await sellThrough([killBilling, killBilling, killNats, killDatabase, killBilling, killBilling]);
      expect(shop.cutOff()).toBeGreaterThan(0);
      await eventually(async () => expect(await shop.unfinished()).toEqual([]), recovery);
      await expectSalesInOrder();
      await expectRedemptionsToBePaid();
      await expectSellerToKnow();
      await expectSalesInOrder();
    } catch (cause) {
      throw new Error(`with CRASH_SEED=${seed}: ${(cause as Error).message}`, { cause });
    }
  });
});

/**
 * As many sales as two cores can process, by many concurrent buyers who each buy repeatedly, with the cost of a sale by
 * process and database. Baseline: a bare program that writes an order, a grant and a signed delivery, on the same
 * servers in the same run (baselines/bare-sale.ts). Then, from a customer's confirmation to the seller's webhook: p50
 * and p95 with 1 and with 20 concurrent customers. Baseline: one read of a product through the same gateway. All
 * through the whole system on durable storage, once it is warm. All sales are counted at the end; none may be lost or
 * doubled.
 *
 * The goals were set on a machine where the bare program makes 3,250 sales a second; they are scaled to this one by its
 * rate here.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { createPartner, createSeller, type Seller } from '../journeys/support/clients.ts';
import { startReceiver } from '../journeys/support/receiver.ts';
import { startJourney } from '../journeys/support/system.ts';
import { startBareSale } from './baselines/bare-sale.ts';
import { median, percentile } from './measuring/rounds.ts';
import { analyzeTables, countStatements, readCosts, reportCosts } from './measuring/sale-cost.ts';

/** How long the sandbox takes to tell the result of a payment (payments/sandbox/processor.ts). */
const processorMilliseconds = 100;
/** Sales per second of the bare program on the machine that the goals are for. */
const referenceRate = 3_250;
/** Goals there: sales per second at saturation, and milliseconds of p95 beyond the processor's own, by customers. */
const goals = { rate: 150, one: 50, twenty: 250 };
/** Enough to keep both cores busy: each waits for the payment processor and for the webhook most of the time. */
const buyers = Number(process.env['BENCH_BUYERS'] ?? 160);
const bareRounds = 5;
const sales = Number(process.env['BENCH_SALES'] ?? 3_000);

const journey = await startJourney({ isDurable: true });
await countStatements(journey);
const arrivals = new Map<string, number>();
const awaited = new Map<string, (at: number) => void>();
const receiver = await startReceiver(({ body, at }) => {
  const { type, data } = JSON.parse(body) as { type: string; data: { checkout_id: string } };
  if (type !== 'order.paid') return 200;
  const { checkout_id: checkoutId } = data;
  if (arrivals.has(checkoutId)) return 200;
  arrivals.set(checkoutId, at);
  awaited.get(checkoutId)?.(at);
  return 200;
});
const connections = new Pool(journey.url, { connections: buyers });
const seller = await createSeller(journey.url);
const polar = createPartner(journey.url, seller.token);
const product = await prepare(seller);
const sold: string[] = [];

// Warm-up: the processes run compiled code afterwards, and Postgres has statistics of tables that were empty before.
await saturate(sales / 2);
await analyzeTables(journey);
await saturate(sales / 10);
const saturation = await saturate(sales);
await mailReceipts();
const reads = await readProduct(200);
const one = await sell(100, 1);
const twenty = await sell(15, 20);
await count();
await mailReceipts();
const bareRate = await sellBare();
const speed = bareRate / referenceRate;
console.log(
  `a bare program: ${bareRate.toFixed(0)} sales/s, ${speed.toFixed(2)} of the ${referenceRate} where the goals were set`,
);
reportSaturation(saturation);
report('1 customer at once  ', one, goals.one);
report('20 customers at once', twenty, goals.twenty);
await connections.close();
await receiver.stop();
await journey.stop();

async function prepare({ call, organizationId }: Seller): Promise<string> {
  const { status, body } = await call('POST', '/api/billing/v1/webhooks/endpoints', {
    url: receiver.url,
    format: 'raw',
    secret: 'bench',
    events: ['order.paid'],
    organization_id: organizationId,
  });
  if (status !== 201) throw new Error(`endpoint: ${status} ${JSON.stringify(body)}`);
  const { id } = await polar.products.create({
    name: 'Bench',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
  });
  return id;
}

/** Confirms `size` open checkouts concurrently. Returns the milliseconds until each webhook was received. */
async function wave(size: number): Promise<number[]> {
  const checkouts = await Promise.all(
    Array.from({ length: size }, () =>
      polar.checkouts.create({
        products: [product],
        customerEmail: `buyer-${crypto.randomUUID()}@example.com`,
      }),
    ),
  );
  return Promise.all(
    checkouts.map(async ({ id, clientSecret }) => {
      const started = performance.now();
      await polar.checkouts.clientConfirm({
        clientSecret,
        checkoutConfirmStripe: {
          confirmationTokenId: 'tok_success',
          customerName: 'Buyer',
          customerBillingAddress: { country: 'FR' },
        },
      });
      sold.push(id);
      return (await arrival(id)) - started;
    }),
  );
}

/** Resolves to the time when the webhook of a checkout was received. */
async function arrival(checkoutId: string): Promise<number> {
  const at = arrivals.get(checkoutId);
  if (at !== undefined) return at;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`no webhook for checkout ${checkoutId}`)), 60_000);
    awaited.set(checkoutId, (received) => {
      clearTimeout(timeout);
      awaited.delete(checkoutId);
      resolve(received);
    });
  });
}

/** Plain requests: the client library, or `fetch`, would use up the processor time that is to be measured. */
async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await connections.request({
    path: `/api/billing/v1${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.body.json()) as Record<string, unknown>;
  if (response.statusCode >= 300)
    throw new Error(`${path}: ${response.statusCode} ${JSON.stringify(answer)}`);
  return answer;
}

/**
 * Runs concurrent buyers who buy one thing after another, each as soon as the webhook of the previous sale has
 * arrived.
 */
async function saturate(count: number): Promise<{ rate: number; costs: string[] }> {
  let left = count;
  const before = await readCosts(journey);
  const started = performance.now();
  const buy = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      const email = `buyer-${crypto.randomUUID()}@example.com`;
      const { id, client_secret: secret } = await post('/checkouts/', {
        products: [product],
        customer_email: email,
      });
      await post(`/checkouts/client/${String(secret)}/confirm`, {
        confirmation_token_id: 'tok_success',
        customer_name: 'Buyer',
        customer_billing_address: { country: 'FR' },
      });
      sold.push(String(id));
      await arrival(String(id));
    }
  };
  await Promise.all(Array.from({ length: buyers }, buy));
  const rate = (count * 1_000) / (performance.now() - started);
  return { rate, costs: reportCosts(before, await readCosts(journey), count) };
}

/** Returns the median rate of the bare program in several rounds, the first one (warm-up) left out. */
async function sellBare(): Promise<number> {
  const { postgres, nats } = journey.servers;
  const bare = await startBareSale({ postgres: postgres.url, nats: nats.url, receiver: receiver.url });
  const rates: number[] = [];
  for (let round = 0; round <= bareRounds; round += 1) rates.push(await bare.sell(sales, buyers));
  await bare.stop();
  return median(rates.slice(1));
}

/** Waits until the customers of all sales have their receipts: mails are sent at a lower rate than sales are made. */
async function mailReceipts(): Promise<void> {
  for (;;) {
    const { consumed } = await readCosts(journey);
    if ((consumed['billing-receipts'] ?? 0) >= sold.length) return;
    await delay(500);
  }
}

function reportSaturation({ rate, costs }: Awaited<ReturnType<typeof saturate>>): void {
  const goal = goals.rate * speed;
  console.log(
    `${buyers} buyers without a pause  ${rate.toFixed(0)} sales/s, ${(rate / bareRate).toFixed(3)} of the bare program (goal: at least ${goal.toFixed(0)} here, ${goals.rate} there)${rate >= goal ? '' : '  NOT REACHED'}`,
  );
  console.log('each sale costs');
  for (const line of costs) console.log(`  ${line}`);
}

async function sell(waves: number, size: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < waves; i += 1) times.push(...(await wave(size)));
  return times;
}

async function readProduct(times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const started = performance.now();
    await polar.products.get({ id: product });
    taken.push(performance.now() - started);
  }
  return taken;
}

/** `goalThere`: milliseconds of p95 beyond the processor's own, on the machine that the goals are for. */
function report(name: string, times: number[], goalThere: number): void {
  const p50 = percentile(times, 0.5);
  const p95 = percentile(times, 0.95);
  const read = percentile(reads, 0.5);
  const beyond = p95 - processorMilliseconds;
  const goal = goalThere / speed;
  console.log(
    `${name}  p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${(p50 / read).toFixed(0)} and ${(p95 / read).toFixed(0)} times one product read of ${read.toFixed(1)} ms), p95 beyond the payment processor's ${processorMilliseconds} ms: ${beyond.toFixed(0)} ms (goal: at most ${goal.toFixed(0)} here, ${goalThere} there)${beyond <= goal ? '' : '  NOT REACHED'}`,
  );
}

async function count(): Promise<void> {
  const { result } = await polar.orders.list({ limit: 1 });
  const orders = result.pagination.totalCount;
  const doubled = receiver.types().filter((type) => type === 'order.paid').length - arrivals.size;
  console.log(
    `confirmed ${sold.length}, orders ${orders}, webhooks ${arrivals.size}, sent more than once ${doubled}`,
  );
  if (orders !== sold.length || arrivals.size !== sold.length)
    throw new Error('orders or webhooks were lost or doubled');
}

/**
 * The cost of finding a caller's permissions: the same list of products requested by session, which needs a look-up
 * of the membership, and by access token, whose passport names organization and scopes. Through the gateway (goal: at
 * most 1.1 times the time), and at billing alone. Once warm, no service asks another.
 */
import { connectBus } from '@tessera/kit/events/bus';
import { createPassportIssuer } from '@tessera/kit/http/passport';
import { createLogger } from '@tessera/kit/log';
import { createMetrics } from '@tessera/kit/observability/metrics';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import autocannon from 'autocannon';
import { exportJWK, generateKeyPair } from 'jose';
import { createPartner, createSeller } from '../journeys/support/clients.ts';
import { startJourney } from '../journeys/support/system.ts';
import { interleave, median } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const goal = 1.1;
const path = '/api/billing/v1/products/?limit=10';

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
const PASSPORT_PUBLIC_KEY = JSON.stringify(await exportJWK(publicKey));
const PASSPORT_PRIVATE_KEY = JSON.stringify(await exportJWK(privateKey));
const journey = await startJourney({ env: { PASSPORT_PUBLIC_KEY, PASSPORT_PRIVATE_KEY, LOG_LEVEL: 'warn' } });
const seller = await createSeller(journey.url);
const polar = createPartner(journey.url, seller.token);
for (let count = 0; count < 10; count += 1)
  await polar.products.create({
    name: `Product ${count}`,
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
  });

const questions = await countQuestions();
const mint = await createPassportIssuer(PASSPORT_PRIVATE_KEY);
const { session, user } = (await seller.client.getSession()).data ?? { session: { id: '' }, user: null };
const { organizationId } = seller;
const byUser: PassportClaims = {
  kind: 'user',
  userId: user?.id ?? '',
  sessionId: session.id,
  email: seller.email,
  name: 'Seller',
  activeOrganizationId: organizationId,
};
const byToken: PassportClaims = {
  kind: 'token',
  tokenId: organizationId,
  organizationId,
  scopes: ['products:read'],
};

const run = async (base: string, headers: Record<string, string>): Promise<number> => {
  const result = await autocannon({ url: base + path, connections: 16, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${base}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
};
const inside = (claims: PassportClaims) => async (): Promise<number> =>
  run(journey.urls.billing, { [passportHeader]: await mint(claims) });

// A user's first list asks the owner of memberships once; this is not to be measured.
await fetch(journey.url + path, { headers: { cookie: seller.jar.header() } });
const asked = questions.count();
const results = await interleave(rounds, {
  token: () => run(journey.url, { authorization: `Bearer ${seller.token}` }),
  session: () => run(journey.url, { cookie: seller.jar.header() }),
  tokenInside: inside(byToken),
  sessionInside: inside(byUser),
});
const warm = questions.count() - asked;

const cost = (known: number[], found: number[]): number =>
  median(found.map((value, round) => (known[round] ?? value) / value));
const through = cost(results.token, results.session);
console.log(`(a) by access token, through the gateway  ${median(results.token).toFixed(0)} requests/s`);
console.log(`(b) by session, through the gateway       ${median(results.session).toFixed(0)} requests/s`);
console.log(
  `time of (b)/(a), median of ${rounds} interleaved rounds: ${through.toFixed(3)} (goal: at most ${goal})${through <= goal ? '' : '  NOT REACHED'}`,
);
console.log(
  `the same at billing alone (${median(results.tokenInside).toFixed(0)} requests/s): ${cost(results.tokenInside, results.sessionInside).toFixed(3)}`,
);
console.log(`questions between services meanwhile: ${warm} (goal: 0)${warm === 0 ? '' : '  NOT REACHED'}`);
await questions.stop();
await journey.stop();

/** Counts the requests that services send each other on the bus. */
async function countQuestions() {
  const log = createLogger({ service: 'bench', level: 'warn' });
  const metrics = createMetrics('bench');
  const bus = await connectBus({ url: journey.urls.nats, service: 'bench', log, metrics });
  let count = 0;
  const stop = await bus.onBroadcast('ask.>', () => {
    count += 1;
  });
  return {
    count: () => count,
    stop: async () => {
      stop();
      await bus.close();
    },
  };
}

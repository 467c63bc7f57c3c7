/** What a request costs in queries must not grow with what it answers: a page of a hundred is as many as a page of one. */
import { endpointsOf } from '@tessera/kit/http/openapi';
import { queryCosts } from '@tessera/kit/test/query-costs';
import type { UserCaller } from '@tessera/proto/api/passport';
import { type Deliveries, startDeliveries } from '../test/deliveries.ts';
import { makeEndpoint, makeSeller, startReceiver } from '../test/factories.ts';
import { routes } from './app.ts';

let started: Deliveries;
let seller: { user: UserCaller; organizationId: string };
let endpointId: string;
beforeAll(async () => {
  started = await startDeliveries();
  seller = makeSeller(started);
  endpointId = await addEndpoint();
  await deliver();
});
afterAll(() => started.stack.stop());

const addEndpoint = async (): Promise<string> => {
  const { url } = await startReceiver(started.stack);
  return (await makeEndpoint(started, seller.user, { url, organization_id: seller.organizationId })).id;
};

/** Delivers one more event to every endpoint there is. */
const deliver = async (): Promise<void> => {
  const eventId = await started.tell(seller.organizationId);
  await started.allSucceeded(eventId);
};

const costs = (): Promise<Record<string, number>> => {
  const reads = endpointsOf(routes(started.webhook)).flatMap(({ method, path }) =>
    method === 'get' ? [path] : [],
  );
  const requests = reads.map((path) => {
    const request = async () => {
      const { status } = await started.send('GET', path.replace(':id', endpointId), { as: seller.user });
      expect([path, status]).toEqual([path, 200]);
    };
    return [path, request] as const;
  });
  // The worker looks for deliveries beside.
  return queryCosts(Object.fromEntries(requests), { beside: /outbox|leased_until/ });
};

const maxQueries = 4;

describe('the queries of a request', () => {
  it('are as many for many rows as for one, and few', async () => {
    const ofOne = await costs();
    expect(Object.keys(ofOne)).toEqual([
      '/webhooks/endpoints',
      '/webhooks/endpoints/:id',
      '/webhooks/deliveries',
    ]);
    for (let count = 0; count < 3; count += 1) {
      await addEndpoint();
      await deliver();
    }
    expect(await costs()).toEqual(ofOne);
    expect(Object.entries(ofOne).filter(([, count]) => count > maxQueries)).toEqual([]);
    expect(ofOne['/webhooks/deliveries']).toBeGreaterThan(0);
  });
});

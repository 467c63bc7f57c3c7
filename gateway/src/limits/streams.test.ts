import { eventually } from '@tessera/kit/test/eventually';
import { type GatewayStack, startGateway } from '../../test/stack.ts';

const client = '/api/billing/v1/checkouts/client';

let stack: GatewayStack;
/** With their answers: fetch ends the stream of an answer that nobody holds any more. */
let following: { controller: AbortController; response?: Response }[] = [];
beforeAll(async () => {
  stack = await startGateway({
    options: { gateway: { trustedProxies: 1, streams: { perProcess: 30 } } },
  });
}, 30_000);
afterAll(() => stack.stop());
afterEach(async () => {
  for (const { controller } of following) controller.abort();
  following = [];
  const { seen, closed } = stack.echo;
  await eventually(() => expect(closed.length).toBe(seen.length));
});

/** Opens a stream from an address and answers its status; a stream that began stays open until it is left. */
const follow = async (address: string, path = `${client}/secret/stream`) => {
  const leaving: (typeof following)[number] = { controller: new AbortController() };
  following.push(leaving);
  const headers = { 'x-forwarded-for': address };
  const response = await fetch(stack.url + path, { headers, signal: leaving.controller.signal });
  leaving.response = response;
  return {
    status: response.status,
    wait: response.headers.get('retry-after'),
    leave: () => leaving.controller.abort(),
  };
};
const statuses = async (many: number, address: string, path?: string) =>
  (await Promise.all(Array.from({ length: many }, () => follow(address, path)))).map(({ status }) => status);

describe('streams', () => {
  it('of one address are twenty; who comes after them is told when to come again', async () => {
    const all = await statuses(22, '1.2.3.4');
    expect(all.filter((status) => status === 200)).toHaveLength(20);
    expect(all.filter((status) => status === 429)).toHaveLength(2);
    const late = await follow('1.2.3.4', `${client}/another/stream/`);
    expect([late.status, Number(late.wait)]).toEqual([429, 5]);
    // A network of IPv6 is one customer's.
    expect((await statuses(21, '2001:db8:0:1::1'))[20]).toBe(503);
  });

  it('may be followed again once one has been left', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => follow('1.2.3.5')));
    expect((await follow('1.2.3.5')).status).toBe(429);
    open[0]?.leave();
    await eventually(async () => expect((await follow('1.2.3.5')).status).toBe(200));
  });

  it('of all addresses together are bounded, and take nothing from ordinary requests', async () => {
    for (const host of [1, 2]) await statuses(15, `10.0.0.${host}`);
    const late = await follow('10.0.0.3');
    expect([late.status, Number(late.wait)]).toEqual([503, 5]);
    const begun = performance.now();
    expect((await fetch(`${stack.url}${client}/secret`)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

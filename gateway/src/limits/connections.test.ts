import { eventually } from '@tessera/kit/test/eventually';
import { sendRaw, type Wire } from '../../test/raw.ts';
import { type GatewayStack, startGateway } from '../../test/stack.ts';

const path = '/api/billing/v1/checkouts/client/secret';

let stacks: GatewayStack[] = [];
let wires: Wire[] = [];
afterEach(async () => {
  for (const { socket } of wires) socket.destroy();
  wires = [];
  await Promise.all(stacks.map((stack) => stack.stop()));
  stacks = [];
});

const start = async (gateway: object): Promise<GatewayStack> => {
  const stack = await startGateway({ options: { gateway } });
  stacks.push(stack);
  return stack;
};

/** Connects, and sends these lines. */
const open = async ({ url }: GatewayStack, ...lines: string[]): Promise<Wire> => {
  const wire = await sendRaw(url, ...lines);
  wires.push(wire);
  return wire;
};
const head = (url: string) => [`GET ${url} HTTP/1.1`, 'host: localhost'];
const areClosed = (some: Wire[]) => some.map(({ isClosed }) => isClosed());

describe('connections', () => {
  it('of one address that wait for a request make room for the next, the oldest first', async () => {
    const stack = await start({ connections: { perAddress: 4 } });
    const following = await open(stack, ...head(`${path}/stream`), '', '');
    await eventually(() => expect(following.status()).toBe(200));
    const silent = await open(stack);
    const unfinished = await open(stack, ...head(path), 'x-more: ');
    const kept = await open(stack, ...head(path), '', '');
    await eventually(() => expect(kept.status()).toBe(200));
    expect(areClosed(wires)).toEqual([false, false, false, false]);
    for (const expected of [[silent], [silent, unfinished], [silent, unfinished, kept]]) {
      const next = await open(stack, ...head(path), '', '');
      await eventually(() => expect(next.status()).toBe(200));
      await eventually(() => expect(wires.filter(({ isClosed }) => isClosed())).toEqual(expected));
    }
    // A request in progress is left alone.
    expect(following.isClosed()).toBe(false);
  }, 30_000);

  it('that all have a request in progress take none in', async () => {
    const stack = await start({ connections: { perAddress: 2 } });
    const following = [
      await open(stack, ...head(`${path}/stream`), '', ''),
      await open(stack, ...head(`${path}/stream`), '', ''),
    ];
    await eventually(() => expect(following.map(({ status }) => status())).toEqual([200, 200]));
    const late = await open(stack);
    await eventually(() => expect(late.isClosed()).toBe(true));
    following[0]?.socket.destroy();
    await eventually(() => expect(stack.echo.closed).toHaveLength(1));
    expect((await fetch(stack.url + path)).status).toBe(200);
    expect(areClosed(following)).toEqual([true, false]);
  }, 30_000);

  it('behind proxies are counted for the process alone', async () => {
    const stack = await start({ trustedProxies: 1, connections: { perAddress: 1, perProcess: 3 } });
    const silent = [await open(stack), await open(stack), await open(stack)];
    const served = await open(stack, ...head(path), '', '');
    await eventually(() => expect(served.status()).toBe(200));
    await eventually(() => expect(areClosed(silent)).toEqual([true, false, false]));
  }, 30_000);
});

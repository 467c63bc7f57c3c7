import { eventually } from '@tessera/kit/test/eventually';
import { sendRaw, type Wire } from '../../test/raw.ts';
import { type GatewayStack, startGateway } from '../../test/stack.ts';

const path = '/api/billing/v1/checkouts/client';

let stack: GatewayStack;
let wires: Wire[] = [];
beforeAll(async () => {
  stack = await startGateway();
}, 30_000);
afterAll(() => stack.stop());
afterEach(() => {
  for (const { socket } of wires) socket.destroy();
  wires = [];
});

/** Sends requests for these paths at once, on one connection. */
const sendAhead = async (paths: string[]): Promise<Wire> => {
  const wire = await sendRaw(
    stack.url,
    ...paths.flatMap((url) => [`GET ${url} HTTP/1.1`, 'host: localhost', '']),
    '',
  );
  wires.push(wire);
  return wire;
};
const seen = () => stack.echo.seen.map(({ url }) => url);

describe('requests that are sent ahead on a connection', () => {
  it('are answered one after another, in their order', async () => {
    const urls = Array.from({ length: 8 }, (_, nth) => `${path}/number-${nth}`);
    const wire = await sendAhead(urls);
    await eventually(() => expect(wire.text().match(/number-\d/g)).toHaveLength(8));
    expect(wire.text().match(/number-\d/g)).toEqual(urls.map((url) => url.slice(-8)));
    expect(seen().filter((url) => url.includes('number'))).toEqual(urls);
  });

  it('are not handled while the one before them is', async () => {
    const wire = await sendAhead([`${path}/first/stream`, `${path}/second/stream`, `${path}/third`]);
    await eventually(() => expect(wire.text()).toContain('data: first'));
    expect((await fetch(`${stack.url}${path}/other`)).status).toBe(200);
    expect(seen()).toContain(`${path}/first/stream`);
    expect(seen()).not.toContain(`${path}/second/stream`);
  });

  it('are few, or the connection is closed, and everybody else is served', async () => {
    const wire = await sendAhead(Array.from({ length: 2_000 }, (_, nth) => `${path}/many-${nth}`));
    await eventually(() => expect(wire.isClosed()).toBe(true));
    expect(seen().filter((url) => url.includes('many')).length).toBeLessThan(50);
    expect((await fetch(`${stack.url}${path}/other`)).status).toBe(200);
  });
});

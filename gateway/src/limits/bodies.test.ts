import { eventually } from '@tessera/kit/test/eventually';
import { sendRaw, unfinished, type Wire } from '../../test/raw.ts';
import { type GatewayStack, makeSession, type Seen, startGateway } from '../../test/stack.ts';

const signIn = '/api/auth/sign-in/email';
const client = '/api/billing/v1/checkouts/client/secret';
const products = '/api/billing/v1/products/';

let stack: GatewayStack;
let wires: Wire[] = [];
beforeAll(async () => {
  stack = await startGateway({ options: { gateway: { bodyTimeout: 4_000 } } });
}, 30_000);
afterAll(() => stack.stop());
afterEach(() => {
  for (const { socket } of wires) socket.destroy();
  wires = [];
});

const send = async (...lines: string[]): Promise<Wire> => {
  const wire = await sendRaw(stack.url, ...lines);
  wires.push(wire);
  return wire;
};
const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(stack.url + path, { ...init, duplex: 'half' } as RequestInit);
  return { status: response.status, body: (await response.json()) as Seen & Record<string, unknown> };
};
const reached = (url: string) => stack.echo.seen.filter((seen) => seen.url === url).length;

describe('a body', () => {
  it('that is not there yet is not passed on, however many there are, and holds nobody else back', async () => {
    const path = `${signIn}?unfinished`;
    for (let round = 0; round < 11; round += 1)
      await Promise.all(Array.from({ length: 100 }, () => send(...unfinished(path))));
    expect((await post(signIn, '{"email":"ada@example.com"}')).status).toBe(200);
    expect(reached(path)).toBe(0);
    // Of one address a hundred may stay open; those before them are told to come again.
    const answered = (status: number) => wires.filter((wire) => wire.status() === status);
    await eventually(() => expect(answered(429).length).toBeGreaterThan(0));
    expect(answered(429)[0]?.text()).toMatch(/retry-after: \d/i);
    // And those that stay are given up after their time.
    await eventually(() => expect(wires.filter((wire) => wire.isClosed())).toHaveLength(1_100));
    expect(answered(408).length).toBeGreaterThan(0);
    expect(answered(408).length + answered(429).length).toBe(1_100);
  }, 90_000);

  it('arrives whole, however it was sent', async () => {
    const chunks = ['{"name":', '"Ada', ' Lovelace"}'];
    const whole = chunks.join('');
    const fixed = await post(signIn, whole);
    expect([fixed.body.body, fixed.body.headers['content-length']]).toEqual([whole, `${whole.length}`]);
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const chunk of chunks) {
          controller.enqueue(new TextEncoder().encode(chunk));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        controller.close();
      },
    });
    const chunked = await post(signIn, stream);
    expect([chunked.body.body, chunked.body.headers['content-length']]).toEqual([whole, `${whole.length}`]);
    expect(chunked.body.headers['transfer-encoding']).toBeUndefined();
    const wire = await send(
      `POST ${signIn} HTTP/1.1`,
      'host: localhost',
      'expect: 100-continue',
      'content-length: 2',
      'connection: close',
      '',
      '',
    );
    await eventually(() => expect(wire.status()).toBe(100));
    wire.socket.write('{}');
    await eventually(() => expect(wire.text()).toContain('"body":"{}"'));
  });

  it('of a client that leaves is logged as that, and as no error', async () => {
    const path = `${client}?leaving`;
    const wire = await send(...unfinished(path));
    wire.socket.destroy();
    await eventually(() =>
      expect(stack.log.lines()).toContainEqual(
        expect.objectContaining({ status: 499, route: '/api/billing/v1/checkouts/client', level: 30 }),
      ),
    );
    expect(stack.log.lines().filter(({ level }) => Number(level) > 30)).toEqual([]);
    expect(reached(path)).toBe(0);
  });

  it('of what people and buyers send is small, also where its length is not told', async () => {
    const large = 'x'.repeat(65_537);
    for (const path of [signIn, client]) {
      expect((await post(path, 'x'.repeat(65_536))).status).toBe(200);
      expect((await post(path, large)).status).toBe(413);
      expect((await post(path, new Blob([large]).stream())).status).toBe(413);
    }
    const early = await send(...unfinished(signIn, 65_537));
    await eventually(() => expect(early.status()).toBe(413));
    // The rest is waited for a moment only.
    await eventually(() => expect(early.isClosed()).toBe(true));
    const { cookie, key, record } = makeSession();
    await stack.store.set(key, JSON.stringify(record));
    expect((await post(products, large, { cookie })).status).toBe(200);
  }, 15_000);

  it('of nobody is not taken in where somebody is asked for', async () => {
    const wire = await send(...unfinished(products));
    await eventually(() => expect(wire.status()).toBe(401));
  });
});

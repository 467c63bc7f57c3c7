import { eventually } from '@tessera/kit/test/eventually';
import { sendRaw, type Wire } from '../../test/raw.ts';
import { type GatewayStack, startGateway } from '../../test/stack.ts';

const part = '/api/billing/v1/storage/parts/upload/1';

let stack: GatewayStack;
let wires: Wire[] = [];
beforeAll(async () => {
  stack = await startGateway({
    options: {
      gateway: { bodyTimeout: 1_000, trustedProxies: 1, transfers: { perAddress: 3, perProcess: 5 } },
      billing: { storage: { kind: 's3', bucket: 'files', endpoint: 'https://bucket.example' } },
    },
  });
}, 30_000);
afterAll(() => stack.stop());
afterEach(async () => {
  for (const { socket } of wires) socket.destroy();
  wires = [];
  await eventually(() => expect(stack.echo.closed.length).toBe(stack.echo.seen.length));
});

/** Begins to send a part from an address: a few bytes of what it says it has. */
const begin = async (address = '1.2.3.4', path = part, length = 100_000): Promise<Wire> => {
  const wire = await sendRaw(
    stack.url,
    `PUT ${path} HTTP/1.1`,
    'host: localhost',
    `x-forwarded-for: ${address}`,
    `content-length: ${length}`,
    '',
    'first bytes',
  );
  wires.push(wire);
  return wire;
};
const reached = (path: string) => stack.echo.seen.filter(({ url }) => url === path).length;

describe('a file', () => {
  it('goes through as it comes, larger than any other body', async () => {
    const body = 'x'.repeat(3_000_000);
    const response = await fetch(stack.url + part, { method: 'PUT', body });
    const seen = (await response.json()) as { body: string; headers: Record<string, string> };
    expect([response.status, seen.body.length, seen.headers['content-length']]).toEqual([
      200,
      3_000_000,
      '3000000',
    ]);
    const path = `${part}?unfinished`;
    await begin('1.2.3.4', path);
    await eventually(() => expect(reached(path)).toBe(1));
  });

  it('says how long it is, and no credentials go along', async () => {
    const chunked = { method: 'PUT', body: new Blob(['x']).stream(), duplex: 'half' } as RequestInit;
    expect((await fetch(stack.url + part, chunked)).status).toBe(411);
    const headers = { cookie: 'tessera.session_token=x', authorization: 'Bearer x' };
    const response = await fetch(stack.url + part, { method: 'PUT', body: 'x', headers });
    const seen = (await response.json()) as { headers: Record<string, string> };
    expect([seen.headers['cookie'], seen.headers['authorization']]).toEqual([undefined, undefined]);
  });

  it('that comes too slowly is cut off, and so is its way to the service', async () => {
    const path = `${part}?slow`;
    const wire = await begin('1.2.3.5', path);
    await eventually(() => expect(wire.status()).toBe(408));
    await eventually(() => expect(stack.echo.closed).toContain(path));
  }, 30_000);

  it('is one of few at once: of an address, and of all', async () => {
    for (const address of ['1.2.3.6', '1.2.3.6', '1.2.3.6', '1.2.3.7', '1.2.3.7']) await begin(address);
    await eventually(() => expect(reached(part)).toBeGreaterThanOrEqual(5));
    const fourth = await begin('1.2.3.6');
    await eventually(() => expect(fourth.status()).toBe(429));
    const sixth = await begin('1.2.3.8');
    await eventually(() => expect(sixth.status()).toBe(503));
    // Ordinary requests have connections of their own.
    expect((await fetch(`${stack.url}/api/billing/v1/checkouts/client/secret`)).status).toBe(200);
  }, 15_000);
});

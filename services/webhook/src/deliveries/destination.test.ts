import type { lookup as systemLookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { type DestinationRules, guardedConnector, isAllowedAddress, refusalOfUrl } from './destination.ts';

const strict: DestinationRules = { allowHttp: false, allowLoopback: false, allowPrivateAddresses: false };
const local: DestinationRules = { ...strict, allowLoopback: true };
const inside: DestinationRules = { ...strict, allowPrivateAddresses: true };
const everything: DestinationRules = { allowHttp: true, allowLoopback: true, allowPrivateAddresses: true };

describe('isAllowedAddress', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])(
    'lets pass %s, which is on the internet',
    (address) => expect(isAllowedAddress(address, strict)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '::ffff:10.0.0.1',
    'fc00::1',
    'fd12::1',
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    '100.64.0.1',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '::7f00:1',
    '::127.0.0.1',
    'fec0::1',
    '2001:db8::1',
    '100::1',
    'fd00:ec2::254',
    '168.63.129.16',
    '100.100.100.200',
    '5f00::1',
    '4000::1',
    'fe80::1%eth0',
    '',
    'localhost',
    '1.2.3',
    '0x7f000001',
  ])('refuses %s', (address) => expect(isAllowedAddress(address, strict)).toBe(false));

  it('lets loopback pass where loopback is allowed, and nothing else with it', () => {
    expect(
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((address) => isAllowedAddress(address, local)),
    ).toEqual([true, true, true]);
    expect(
      ['10.0.0.1', '0.0.0.0', '::', '169.254.169.254'].some((address) => isAllowedAddress(address, local)),
    ).toBe(false);
  });

  it('lets private networks pass where they are allowed, but never link-local and metadata addresses', () => {
    expect(['10.0.0.1', 'fd12::1', '100.64.0.1'].every((address) => isAllowedAddress(address, inside))).toBe(
      true,
    );
    for (const address of [
      '169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '168.63.129.16',
      'fe80::1',
      '0.0.0.0',
    ])
      expect(isAllowedAddress(address, everything)).toBe(false);
  });
});

describe('refusalOfUrl', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'https://münchen.example/hook',
    'https://my-shop.ブログ.example/',
  ])('takes %s', (url) => expect(refusalOfUrl(url, strict)).toBeNull());

  it.each([
    'https://my\u2014shop.example/',
    'https://xn--myshop-4g0c.example/',
    'https://\u201cexample\u201d.com/',
  ])('refuses %s, which nobody can have registered', (url) =>
    expect(refusalOfUrl(url, strict)).toBe('This host name contains a character that host names cannot have'),
  );

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:6667/',
    'https://example.com:0/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://0/',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::169.254.169.254]/',
    'nonsense',
  ])('refuses %s', (url) => expect(refusalOfUrl(url, strict)).not.toBeNull());

  it('takes plain http to loopback where loopback is allowed, and only there', () => {
    expect(refusalOfUrl('http://127.0.0.1:4000/', local)).toBeNull();
    expect(refusalOfUrl('http://localhost:4000/', local)).toBeNull();
    expect(refusalOfUrl('http://[::1]:4000/', local)).toBeNull();
    expect(refusalOfUrl('http://example.com/', local)).toBe('Must be an https URL');
  });

  it('takes plain http anywhere where it is allowed', () => {
    expect(refusalOfUrl('http://example.com/', { ...strict, allowHttp: true })).toBeNull();
  });
});

describe('guardedConnector', () => {
  let port = 0;
  let hits = 0;
  const server = createServer((_req, res) => {
    hits += 1;
    res.end('reached');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    hits = 0;
  });

  const names =
    (table: Record<string, string[]>) =>
    (host: string, _options: unknown, callback: (error: Error | null, addresses: unknown) => void) =>
      callback(
        null,
        (table[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  const reach = async (url: string, rules: DestinationRules, table: Record<string, string[]> = {}) => {
    const agent = new Agent({
      connect: guardedConnector(rules, names(table) as unknown as typeof systemLookup),
    });
    try {
      const { body } = await request(url, { dispatcher: agent });
      return await body.text();
    } finally {
      await agent.destroy();
    }
  };

  it('does not dial a public name that means a private address', async () => {
    await expect(
      reach(`http://rebound.example:${port}/`, strict, { 'rebound.example': ['127.0.0.1'] }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN_DESTINATION' });
    expect(hits).toBe(0);
  });

  it('dials the allowed ones of several addresses', async () => {
    const table = { 'mixed.example': ['10.255.255.1', '127.0.0.1'] };
    await expect(reach(`http://mixed.example:${port}/`, local, table)).resolves.toBe('reached');
  });

  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.0.0.1', '0.0.0.0', '0'])(
    'does not dial the literal %s',
    async (host) => {
      await expect(reach(`http://${host}:${port}/`, strict)).rejects.toMatchObject({
        code: 'FORBIDDEN_DESTINATION',
      });
      expect(hits).toBe(0);
    },
  );

  it('looks up a name with a final dot like any other', async () => {
    await expect(
      reach(`http://localhost.:${port}/`, strict, { 'localhost.': ['127.0.0.1'] }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN_DESTINATION' });
  });

  it('does not dial a port of another trade', async () => {
    await expect(reach('http://127.0.0.1:6667/', local)).rejects.toMatchObject({
      code: 'FORBIDDEN_DESTINATION',
    });
  });

  it('dials loopback where that is allowed', async () => {
    await expect(reach(`http://127.0.0.1:${port}/`, local)).resolves.toBe('reached');
  });
});

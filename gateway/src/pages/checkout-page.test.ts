import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askCheckoutFrame } from '@tessera/proto/api/asks';
import { type GatewayStack, startGateway } from '../../test/stack.ts';

let stack: GatewayStack;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tessera-checkout-page-'));
  await mkdir(join(root, '.vite'));
  await mkdir(join(root, 'embed'));
  const words = {
    'src/buyers/locales/de.json': { file: 'assets/de-all123.js' },
    'src/checkout/locales/de.json': { file: 'assets/de-abc123.js' },
  };
  await writeFile(join(root, '.vite', 'buyers.json'), JSON.stringify(words));
  await writeFile(join(root, 'index.html'), '<title>Dashboard</title>');
  await writeFile(
    join(root, 'checkout.html'),
    '<!doctype html><html lang="en"><head></head><body>Checkout</body></html>',
  );
  await writeFile(join(root, 'embed', 'checkout.js'), '(() => {})();');
  stack = await startGateway({ env: { WEB_ROOT: root } });
  await stack.owner.answer(askCheckoutFrame, async ({ clientSecret }) => {
    if (clientSecret === 'unknown') return null;
    const embedOrigin = clientSecret === 'framed' ? 'https://shop.example' : null;
    const openUntil = clientSecret === 'open' ? '2030-01-02T03:04:05.000Z' : null;
    return { embedOrigin, isAtStripe: clientSecret === 'at-stripe', openUntil };
  });
}, 30_000);
afterAll(async () => {
  await stack.stop();
  await rm(root, { recursive: true, force: true });
});

const open = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(stack.url + path, { headers });
  return { reply, html: await reply.text(), policy: reply.headers.get('content-security-policy') ?? '' };
};

describe('the page of a checkout', () => {
  it.each([
    ['/checkout/secret?locale=de', 'fr', 'de'],
    ['/checkout/secret?locale=tlh', 'fr-CA,de;q=0.5', 'fr'],
    ['/checkout/secret', '', 'en'],
    ['/checkout/secret/confirmation', 'ja', 'ja'],
  ])('%s is in the language of whoever asks (%s)', async (path, accepted, language) => {
    const { html, reply } = await open(path, { 'accept-language': accepted });
    expect(html).toContain(`<html lang="${language}">`);
    expect(reply.headers.get('vary')).toContain('accept-language');
  });

  it('is there for an address that was cut within a letter, as any other page is', async () => {
    const { reply, html } = await open('/checkout/%E0%A4%');
    expect([reply.status, html]).toEqual([200, expect.stringContaining('Checkout')]);
    expect((await open('/acme/%C3')).html).toContain('Dashboard');
  });

  it('may be found while it is open and nobody’s yet, and not after', async () => {
    const robots = async (path: string) => (await open(path)).reply.headers.get('x-robots-tag');
    expect(await robots('/checkout/open')).toBe('noarchive, unavailable_after: 2030-01-02T03:04:05.000Z');
    for (const path of ['secret', 'unknown', 'framed/confirmation', '%20'])
      expect([path, await robots(`/checkout/${path}`)]).toEqual([path, 'noindex']);
  });

  it('has what it will need on its way before its script runs', async () => {
    const { html } = await open('/checkout/secret?locale=de');
    expect(html).toMatch(/^<!doctype html><html lang="de"><head><link/);
    expect(html).toContain('as="fetch" crossorigin href="/api/billing/v1/checkouts/client/secret"');
    for (const file of ['de-all123.js', 'de-abc123.js'])
      expect(html).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}">`);
  });

  it('takes nothing of the address into the page', async () => {
    for (const path of ['/checkout/%22%3E%3Cscript%3E', '/checkout/a%00b?embed=true', '/checkout/%E0%A4%A'])
      expect((await open(path)).html).not.toMatch(/<script|preload|\0/);
  });
});

describe('the frame around a checkout', () => {
  it('is the one site that its seller named', async () => {
    const { policy, reply } = await open('/checkout/framed?embed=true&embed_origin=https://evil.example');
    expect(policy).toMatch(/frame-ancestors https:\/\/shop\.example(;|$)/);
    expect(reply.headers.get('x-frame-options')).toBeNull();
  });

  it.each(['/checkout/framed', '/checkout/plain?embed=true', '/checkout/unknown?embed=true'])(
    'is nobody’s for %s',
    async (path) => {
      const { policy, reply } = await open(path);
      expect([reply.status, policy]).toEqual([200, expect.stringContaining("frame-ancestors 'none'")]);
    },
  );

  it('is made by a script that any site may load', async () => {
    const { reply, html } = await open('/embed/checkout.js');
    expect(html).toBe('(() => {})();');
    expect(reply.headers.get('content-type')).toContain('javascript');
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect((await open('/')).reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

describe('a checkout that is paid by Stripe', () => {
  it('may load its script and show its frames; others may not', async () => {
    const { policy } = await open('/checkout/at-stripe');
    expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com(;|$)/);
    expect(policy).toMatch(/connect-src 'self'[^;]* https:\/\/api\.stripe\.com(;|$)/);
    expect(policy).toMatch(
      /frame-src 'self' https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com(;|$)/,
    );
    expect(policy.match(/script-src/g)).toHaveLength(1);
    for (const path of ['/checkout/secret', '/checkout/unknown', '/checkout/framed?embed=true'])
      expect((await open(path)).policy).not.toContain('stripe.com');
  });
});

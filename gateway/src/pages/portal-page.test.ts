import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askPortalPage } from '@tessera/proto/api/asks';
import { type GatewayStack, startGateway } from '../../test/stack.ts';

let stack: GatewayStack;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tessera-portal-page-'));
  await mkdir(join(root, '.vite'));
  const words = {
    'src/buyers/locales/de.json': { file: 'assets/de-all123.js' },
    'src/portal/locales/de.json': { file: 'assets/de-own123.js' },
  };
  await writeFile(join(root, '.vite', 'buyers.json'), JSON.stringify(words));
  await writeFile(join(root, 'index.html'), '<title>Dashboard</title>');
  await writeFile(
    join(root, 'portal.html'),
    '<!doctype html><html lang="en"><head></head><body>Portal</body></html>',
  );
  stack = await startGateway({ env: { WEB_ROOT: root } });
  await stack.owner.answer(askPortalPage, async ({ slug }) =>
    slug === 'unknown' ? null : { isAtStripe: slug === 'at-stripe' },
  );
}, 30_000);
afterAll(async () => {
  await stack.stop();
  await rm(root, { recursive: true, force: true });
});

const open = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(stack.url + path, { headers });
  return { reply, html: await reply.text() };
};

describe('the pages of customers', () => {
  it.each([
    ['/portal/acme', 'fr-CA,de;q=0.5', 'fr'],
    ['/portal/acme?locale=de', 'fr', 'de'],
    ['/portal/acme/orders/1', 'ja', 'ja'],
    ['/portal/acme', '', 'en'],
  ])('%s is in the language of whoever asks (%s)', async (path, accepted, language) => {
    const { html, reply } = await open(path, { 'accept-language': accepted });
    expect(html).toContain(`<html lang="${language}">`);
    expect(reply.headers.get('vary')).toContain('accept-language');
  });

  it('have on their way what they need before their script runs', async () => {
    const { html } = await open('/portal/acme/subscriptions?locale=de');
    expect(html).toContain('href="/api/billing/v1/customer-portal/organizations/acme"');
    for (const file of ['de-all123.js', 'de-own123.js']) expect(html).toContain(`href="/assets/${file}"`);
  });

  it('tell nobody the token that their address may carry, and nothing keeps it', async () => {
    const { html, reply } = await open('/portal/acme?customer_session_token=tessera_cst_secret');
    expect(html).not.toContain('tessera_cst_secret');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('take nothing of the address into the page', async () => {
    for (const path of ['/portal/%22%3E%3Cscript%3E', '/portal/a%00b', '/portal/%E0%A4%A'])
      expect((await open(path)).html).not.toMatch(/<script|preload|\0/);
  });

  it('may load Stripe’s script and show its frames where its seller is paid there; others may not', async () => {
    const policyOf = async (path: string) =>
      (await open(path)).reply.headers.get('content-security-policy') ?? '';
    const policy = await policyOf('/portal/at-stripe/account');
    expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/);
    expect(policy).toMatch(/connect-src 'self'[^;]* https:\/\/api\.stripe\.com(;|$)/);
    expect(policy).toMatch(/frame-src 'self' https:\/\/js\.stripe\.com/);
    expect(policy).toContain("frame-ancestors 'none'");
    for (const path of ['/portal/acme/account', '/portal/unknown', '/portal/%00'])
      expect(await policyOf(path)).not.toContain('stripe.com');
  });
});

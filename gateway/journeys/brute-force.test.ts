/**
 * Guessing passwords through two gateways that share one Redis: the limits of the gateway and of the account hold
 * across both (OWASP ASVS 5.0, v6.3.1), and the owner is never shut out (v6.1.1).
 */
import { type Journey, startJourney } from './support/system.ts';

const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
const wrong = 'not the right one';

let journey: Journey;
let gateways: string[];
beforeAll(async () => {
  const config = { identity: { rateLimit: { enabled: true } }, gateway: { trustedProxies: 1 } };
  journey = await startJourney({ config });
  gateways = [journey.url, (await journey.replicate('gateway')).url];
  expect((await post('10.0.0.1', '/sign-up/email', owner)).status).toBe(200);
});
afterAll(() => journey?.stop());

let requests = 0;
/** Sends a request from an address, to the gateways in turn. */
const post = async (address: string, path: string, body: object) => {
  requests += 1;
  const gateway = gateways[requests % gateways.length];
  const response = await fetch(`${gateway}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const signIn = (address: string, password: string) =>
  post(address, '/sign-in/email', { email: owner.email, password });
const statuses = async (address: string, times: number) => {
  const seen: number[] = [];
  for (let time = 0; time < times; time += 1) seen.push((await signIn(address, wrong)).status);
  return seen;
};

let offsetSeconds = 0;
const advance = async (seconds: number) => {
  offsetSeconds += seconds;
  const response = await fetch(`${journey.url}/api/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offsetSeconds }),
  });
  expect(response.ok).toBe(true);
};

const refusal = '{"message":"Too many requests. Please try again later."}';

describe('an attacker at one address', () => {
  it('gets three tries in ten seconds, however many gateways there are', async () => {
    expect(await statuses('10.0.1.1', 4)).toEqual([401, 401, 401, 429]);
    expect(await statuses('10.0.1.1', 1)).toEqual([429]);
  });

  it('gets ten wrong ones in a quarter of an hour, also slowly, and the owner elsewhere signs in at once', async () => {
    const seen: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await advance(11);
      seen.push(...(await statuses('10.0.2.1', 3)));
    }
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    await advance(11);
    for (const password of [wrong, owner.password]) {
      const refused = await signIn('10.0.2.1', password);
      expect([refused.status, refused.text]).toEqual([429, refusal]);
      expect(refused.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
      expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(800);
      expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-retry-after'));
    }
    expect((await signIn('10.0.2.2', owner.password)).status).toBe(200);
    expect((await signIn('10.0.2.3', owner.password)).status).toBe(200);
    await advance(900);
    expect((await signIn('10.0.2.1', owner.password)).status).toBe(200);
  });
});

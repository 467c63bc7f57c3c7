/** Without Redis nobody is refused, nobody waits, and the log says so once. */
import { eventually } from '@tessera/kit/test/eventually';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { type FlakyWire, startFlakyWire } from '../../test/flaky-wire.ts';

let started: IdentityStack;
let wire: FlakyWire;
beforeAll(async () => {
  started = await startIdentity({}, async (url) => {
    wire = await startFlakyWire(url);
    return wire.url;
  });
});
afterAll(async () => {
  wire.mend();
  await started.stop();
  wire.stop();
});

const guess = { account: 'ada@example.com', address: '10.0.0.1' };
const begin = () => started.identity.counts.begin(guess, started.stack.clock.now());
const complaints = () =>
  started.stack.log.lines().filter(({ level, msg }) => Number(level) >= 40 && /redis/.test(String(msg)));

describe.each(['cut', 'freeze'] as const)('with the wire to Redis %s', (fault) => {
  it('lets every guess pass at once, and counts again when it is mended', async () => {
    await eventually(() => expect(started.identity.redis.isUp()).toBe(true));
    const before = complaints().length;
    wire[fault]();
    if (fault === 'cut') await eventually(() => expect(started.identity.redis.isUp()).toBe(false));
    const begun = performance.now();
    for (let time = 0; time < 50; time += 1) expect(await begin()).toBe(0);
    // One wait (300 ms) for a Redis that keeps silent, and not one for each guess, which were 15 s.
    expect(performance.now() - begun).toBeLessThan(7_500);
    expect(complaints().length - before).toBeLessThanOrEqual(1);
    const body = person();
    const signedUp = await createBrowser(started.base).send('POST', '/sign-up/email', { body });
    const { email, password } = body;
    const headers = { 'x-forwarded-for': '10.0.0.2' };
    const signIn = () =>
      createBrowser(started.base).send('POST', '/sign-in/email', { body: { email, password }, headers });
    expect([signedUp.status, (await signIn()).status]).toEqual([200, 200]);
    wire.mend();
    await eventually(async () => {
      const waits: number[] = [];
      for (let time = 0; time < 11; time += 1) waits.push(await begin());
      expect(waits.at(-1)).toBeGreaterThan(0);
    });
    started.stack.clock.advance(900);
  }, 40_000);
});

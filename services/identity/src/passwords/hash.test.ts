import { scryptSync } from 'node:crypto';
import { createPasswords } from './hash.ts';

const passwords = createPasswords();

const derive = (password: string, salt: string) =>
  scryptSync(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 1024 * 1024 });

describe('hash', () => {
  it('writes salt and key as the contract has them, with the hex text as the salt', async () => {
    const stored = await passwords.hash('correct horse');
    const [salt = '', key] = stored.split(':');
    expect(stored).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(derive('correct horse', salt).toString('hex')).toBe(key);
  });

  it('never uses a salt twice', async () =>
    expect(await passwords.hash('same')).not.toBe(await passwords.hash('same')));
});

describe('verify', () => {
  it('knows a hash that another program made', async () => {
    const salt = '00112233445566778899aabbccddeeff';
    const stored = `${salt}:${derive('pässword', salt).toString('hex')}`;
    expect(await passwords.verify(stored, 'pässword')).toBe(true);
    expect(await passwords.verify(stored, 'password')).toBe(false);
  });

  it('takes different spellings of one text for the same password', async () =>
    expect(await passwords.verify(await passwords.hash('\u212bngstr\u00f6m'), 'A\u030angstro\u0308m')).toBe(
      true,
    ));

  it('hashes also when there is nothing to compare with', async () => {
    const before = process.cpuUsage();
    expect(await passwords.verify(null, 'anything')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    // One scrypt of this cost takes tens of milliseconds; an early answer takes none.
    expect(user + system).toBeGreaterThan(10_000);
  });

  it.each(['', 'nonsense', 'aa:', ':bb', 'aa:bb'])(
    'refuses every password for the broken hash %j',
    async (stored) => expect(await passwords.verify(stored, '')).toBe(false),
  );

  it('leaves the event loop free', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await Promise.all(Array.from({ length: 4 }, () => passwords.verify(null, 'x')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});

describe('a queue that is too slow', () => {
  it('answers those whose turn comes too late, without working for them, and then works again', async () => {
    await passwords.hash('starts a thread');
    const hurried = createPasswords(undefined, 100);
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hurried.verify(null, 'x')));
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { failure: { status: 503 } } });
    expect(await passwords.verify(await passwords.hash('same'), 'same')).toBe(true);
  });
});

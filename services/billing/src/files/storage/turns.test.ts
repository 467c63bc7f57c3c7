import { setImmediate as pause } from 'node:timers/promises';
import { createTurns } from './turns.ts';

/** Works that last until they are told to end, and the order in which they began. */
const bench = (limits: Partial<Parameters<typeof createTurns>[0]> = {}) => {
  const inTurn = createTurns({ atOnce: 2, waitingOfOne: 10, waiting: 20, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (organizationId: string, name: string): Promise<string> =>
    inTurn(organizationId, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  /** Ends a work that has begun; those that it kept waiting begin. */
  const end = async (name: string): Promise<void> => {
    await pause();
    ends.get(name)?.();
    await pause();
  };
  return { inTurn, begun, begin, end };
};

describe('turns', () => {
  it('are all of one organization while no other waits, and then those of the other', async () => {
    const { begun, begin, end } = bench();
    const works = ['busy 1', 'busy 2', 'busy 3', 'busy 4'].map((name) => begin('busy', name));
    works.push(begin('other', 'other 1'), begin('other', 'other 2'));
    await end('busy 2');
    expect(begun).toEqual(['busy 1', 'busy 2', 'other 1']);
    await end('other 1');
    expect(begun.slice(3)).toEqual(['other 2']);
    for (const name of ['busy 1', 'other 2', 'busy 3', 'busy 4']) await end(name);
    expect(begun.slice(4)).toEqual(['busy 3', 'busy 4']);
    await Promise.all(works);
  });

  it('go round, so that who waits for one turn does not wait for all of somebody else’s', async () => {
    const { begun, begin, end } = bench({ atOnce: 1 });
    const works = ['busy 1', 'busy 2', 'busy 3'].map((name) => begin('busy', name));
    works.push(begin('other', 'other 1'), begin('other', 'other 2'));
    const names = ['busy 1', 'busy 2', 'other 1', 'busy 3', 'other 2'];
    for (const name of names) await end(name);
    expect(begun).toEqual(names);
    await Promise.all(works);
  });

  it('end with a failure too', async () => {
    const { inTurn } = bench({ atOnce: 1 });
    await expect(inTurn('busy', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await inTurn('busy', async () => 'next')).toBe('next');
  });

  it('are refused when too much waits, of one organization or of all', async () => {
    const { begin, end } = bench({ waitingOfOne: 2, waiting: 3 });
    const kept = ['a', 'b', 'c', 'd'].map((name) => begin('busy', name));
    await expect(begin('busy', 'e')).rejects.toMatchObject({ status: 503 });
    kept.push(begin('other', 'f'));
    await expect(begin('third', 'g')).rejects.toMatchObject({ status: 503 });
    for (const name of ['a', 'b', 'f', 'c', 'd']) await end(name);
    expect(await Promise.all(kept)).toEqual(['a', 'b', 'c', 'd', 'f']);
  });
});

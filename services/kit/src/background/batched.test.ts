import { setImmediate as nextTurn } from 'node:timers/promises';
import { batched, batchedBy } from './batched.ts';

/** Records its batches and answers each item doubled; 13 cannot be done. Batches wait until they are let go. */
const startBatches = () => {
  const batches: number[][] = [];
  let letGo: () => void = () => undefined;
  const double = batched<number, number>(3, async (items) => {
    batches.push(items);
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    if (items.includes(13)) throw new Error('13 cannot be doubled');
    return items.map((item) => item * 2);
  });
  /** Lets batches go, one after the other, until all of these have an answer. */
  const settled = async <Value>(promises: Promise<Value>[]): Promise<PromiseSettledResult<Value>[]> => {
    let isOver = false;
    const all = Promise.allSettled(promises).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      letGo();
      await nextTurn();
    }
    return all;
  };
  return { batches, double, settled };
};

describe('batched', () => {
  it('does together what came in one turn and what came meanwhile, no more than wanted', async () => {
    const { batches, double, settled } = startBatches();
    const first = [1, 2].map((item) => double(item));
    expect(batches).toEqual([]);
    await nextTurn();
    expect(batches).toEqual([[1, 2]]);
    const results = await settled([...first, ...[3, 4, 5, 6].map((item) => double(item))]);
    expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
      2, 4, 6, 8, 10, 12,
    ]);
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  it('fails only what cannot be done', async () => {
    const { batches, double, settled } = startBatches();
    const results = await settled([2, 13, 4].map((item) => double(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[2, 13, 4], [2], [13], [4]]);
  });

  it('waits for more, but not with what comes alone', async () => {
    const batches: number[][] = [];
    const work = async (items: number[]) => {
      batches.push(items);
      return items;
    };
    const echo = batched<number, number>(10, work, { gather: 5 });
    const first = echo(1);
    await nextTurn();
    expect(batches).toEqual([[1]]);
    const others = [echo(2)];
    await first;
    others.push(echo(3));
    expect(await Promise.all(others)).toEqual([2, 3]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('waits for more only after a batch of the given size', async () => {
    const batches: number[][] = [];
    const ends: (() => void)[] = [];
    const work = async (items: number[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    };
    const echo = batched<number, number>(10, work, { gather: 250, gatherAfter: 2 });
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    };
    for (const items of [[1], [2, 3]]) {
      const answers = items.map((item) => echo(item));
      await turns();
      // Waits while the first batch runs, and goes alone, or with one that comes soon after.
      answers.push(echo(10));
      ends.shift()?.();
      await turns();
      answers.push(echo(11));
      const ending = setInterval(() => ends.shift()?.(), 1);
      await Promise.all(answers);
      clearInterval(ending);
    }
    expect(batches).toEqual([[1], [10], [11], [2, 3], [10, 11]]);
  });

  it('goes on after a failure', async () => {
    const { double, settled } = startBatches();
    await settled([double(13)]);
    expect(await settled([double(21)])).toEqual([{ status: 'fulfilled', value: 42 }]);
  });
});

describe('batches by key', () => {
  it('hold what belongs to one key', async () => {
    const batches: [string, number[]][] = [];
    const add = batchedBy(10, async ({ name }: { name: string }, items: number[]) => {
      batches.push([name, items]);
      return items.map((item) => `${name}${item}`);
    });
    const [one, other] = [{ name: 'a' }, { name: 'b' }];
    const answers = await Promise.all([add(one, 1), add(other, 2), add(one, 3), add(one, 4), add(other, 5)]);
    expect(answers).toEqual(['a1', 'b2', 'a3', 'a4', 'b5']);
    expect(batches).toEqual([
      ['a', [1, 3, 4]],
      ['b', [2, 5]],
    ]);
  });
});

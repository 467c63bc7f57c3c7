/** Work of many callers done at once: what is asked for while a batch is under way makes up the next one. */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes a function that hands single items to `work`, which does many of them at once and answers in their order. An
 * item that comes alone is done at once; a busy process pays for one statement instead of many. A batch begins when the
 * event loop has been through all that has come in, so that what arrives together is done together. Where a batch fails
 * each of its items is tried alone, so that one that cannot be done fails nobody else's. With `gather` (milliseconds)
 * those who wait when a batch is done wait so long for more.
 */
export const batched = <Item, Result>(
  most: number,
  work: (items: Item[]) => Promise<readonly Result[]>,
  { gather = 0 }: { gather?: number } = {},
): ((item: Item) => Promise<Result>) => {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;
  const finish = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    const results = await work(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('a batch answers for each of its items');
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  };
  const finishAlone = async (one: Waiting<Item, Result>): Promise<void> => {
    await finish([one]).catch(one.reject);
  };
  const run = async (): Promise<void> => {
    isWorking = true;
    for (let isFirst = true; waiting.length > 0; isFirst = false) {
      await nextTurn();
      if (gather > 0 && !isFirst && waiting.length < most) await delay(gather);
      const batch = waiting.splice(0, most);
      await finish(batch).catch(async (error: unknown) => {
        if (batch.length === 1) batch[0]?.reject(error);
        else for (const one of batch) await finishAlone(one);
      });
    }
    isWorking = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void run();
    });
};

/** As `batched`, with batches of their own for each `key`, as a data source is. */
export const batchedBy = <Key extends object, Item, Result>(
  most: number,
  work: (key: Key, items: Item[]) => Promise<readonly Result[]>,
  options: { gather?: number } = {},
): ((key: Key, item: Item) => Promise<Result>) => {
  const byKey = new WeakMap<Key, (item: Item) => Promise<Result>>();
  return (key, item) => {
    const known = byKey.get(key) ?? batched<Item, Result>(most, (items) => work(key, items), options);
    byKey.set(key, known);
    return known(item);
  };
};

/** Batches the work of concurrent callers: requests that arrive while a batch runs form the next batch. */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Gathering = { gather?: number; gatherAfter?: number };

/**
 * Returns a function that passes single items to `work` in batches; `work` returns the results in the items' order. A
 * single item runs immediately; under load many items share one statement. A batch starts after the current turn of
 * the event loop, so that items that arrive together run together. If a batch fails, its items are retried one by
 * one, so that one bad item fails no other. With `gather` (milliseconds), items that wait when a batch of at least
 * `gatherAfter` items ends wait that long for more.
 */
export const batched = <Item, Result>(
  most: number,
  work: (items: Item[]) => Promise<readonly Result[]>,
  { gather = 0, gatherAfter = 1 }: Gathering = {},
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
    for (let before = 0; waiting.length > 0; ) {
      await nextTurn();
      if (gather > 0 && before >= gatherAfter && waiting.length < most) await delay(gather);
      const batch = waiting.splice(0, most);
      before = batch.length;
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

/** As `batched`, with separate batches per `key` (for example a data source). */
export const batchedBy = <Key extends object, Item, Result>(
  most: number,
  work: (key: Key, items: Item[]) => Promise<readonly Result[]>,
  options: Gathering = {},
): ((key: Key, item: Item) => Promise<Result>) => {
  const byKey = new WeakMap<Key, (item: Item) => Promise<Result>>();
  return (key, item) => {
    const known = byKey.get(key) ?? batched<Item, Result>(most, (items) => work(key, items), options);
    byKey.set(key, known);
    return known(item);
  };
};

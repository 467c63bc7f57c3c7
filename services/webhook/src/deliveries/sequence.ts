/** Runs work of the same key serially, in the order of the calls; different keys run concurrently. */

export type Sequence = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates a sequence. Failed work does not block the next. */
export const createSequence = (): Sequence => {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key);
    const own = before ? before.then(work, work) : work();
    const forget = (): void => void (last.get(key) === own && last.delete(key));
    last.set(key, own);
    own.then(forget, forget);
    return own;
  };
};

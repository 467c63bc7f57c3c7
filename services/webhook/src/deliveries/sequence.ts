/** Work of the same key one by one, in the order in which it is asked for; other keys do not wait. */

export type Sequence = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Makes one. Work that fails lets the next begin as well. */
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

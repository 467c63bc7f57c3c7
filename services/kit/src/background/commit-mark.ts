/** A commit mark: an extra write before each commit of a request, which records that it took effect. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

type Mark = (em: EntityManager) => Promise<void>;

const marks = new AsyncLocalStorage<Mark>();

/** Runs the rest of a request so that `transact` writes its mark. Throwing in `mark` rolls the transaction back. */
export const withCommitMark = <Result>(mark: Mark, work: () => Result): Result => marks.run(mark, work);

/** Whether the current request has a mark; if so, its writes must go through `transact`. */
export const hasCommitMark = (): boolean => marks.getStore() !== undefined;

/** Writes the mark of the current request, if any. */
export const markCommit = async (em: EntityManager): Promise<void> => {
  await marks.getStore()?.(em);
};

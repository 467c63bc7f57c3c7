/** What each transaction of a request writes besides its own, just before it commits: that the request has taken effect. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

type Mark = (em: EntityManager) => Promise<void>;

const marks = new AsyncLocalStorage<Mark>();

/** Runs the rest of a request so that `transact` writes its mark. Throwing in `mark` rolls the transaction back. */
export const withCommitMark = <Result>(mark: Mark, work: () => Result): Result => marks.run(mark, work);

/** Whether the present request has one: then what it writes must be written by `transact`. */
export const hasCommitMark = (): boolean => marks.getStore() !== undefined;

/** Writes the mark of the present request, if it has one. */
export const markCommit = async (em: EntityManager): Promise<void> => {
  await marks.getStore()?.(em);
};

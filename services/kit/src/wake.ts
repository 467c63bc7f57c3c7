/** Waking work after a commit: a transaction names what it leaves to be done, and whoever does it is woken then. */
import type { DataSource, EntityManager } from 'typeorm';

const wakers = new WeakMap<DataSource, Map<string, Set<() => void>>>();
const key = 'wakeAfterCommit';

/** Has `wake` called after each commit that names this work. Answers how to end that. */
export const onWake = (db: DataSource, work: string, wake: () => void): (() => void) => {
  const byWork = wakers.get(db) ?? new Map<string, Set<() => void>>();
  wakers.set(db, byWork);
  const wakes = byWork.get(work) ?? new Set();
  byWork.set(work, wakes.add(wake));
  return () => void wakes.delete(wake);
};

/** Has those woken, after the commit of `transact`, who do this work: in this process, unless wakes are passed on. Others poll. */
export const wakeAfterCommit = (em: EntityManager, work: string): void => {
  const { queryRunner } = em;
  if (!queryRunner?.isTransactionActive) throw new Error(`waking ${work} needs a transaction`);
  const named = (queryRunner.data[key] ??= new Set<string>()) as Set<string>;
  named.add(work);
};

/** What a transaction's manager was told to wake: for `transact`. */
export const namedWork = (em: EntityManager): Set<string> =>
  (em.queryRunner?.data[key] as Set<string> | undefined) ?? new Set();

/** Wakes those who do these works. */
export const wakeWork = (db: DataSource, works: readonly string[]): void => {
  for (const work of works) for (const wake of wakers.get(db)?.get(work) ?? []) wake();
  if (works.length > 0) passing.get(db)?.(works);
};

const passing = new WeakMap<DataSource, (works: readonly string[]) => void>();

/** Has what is woken in this process passed on as well, to those who do the work elsewhere. */
export const passWakes = (db: DataSource, pass: (works: readonly string[]) => void): void =>
  void passing.set(db, pass);

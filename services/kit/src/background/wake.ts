/** Wakes workers after a commit: a transaction names the work it enqueued, and this process's workers are woken. */
import type { DataSource, EntityManager } from 'typeorm';

const wakers = new WeakMap<DataSource, Map<string, Set<() => void>>>();
const key = 'wakeAfterCommit';

/** Registers `wake` to be called after each commit that names this work. Returns the function that removes it. */
export const onWake = (db: DataSource, work: string, wake: () => void): (() => void) => {
  const byWork = wakers.get(db) ?? new Map<string, Set<() => void>>();
  wakers.set(db, byWork);
  const wakes = byWork.get(work) ?? new Set();
  byWork.set(work, wakes.add(wake));
  return () => void wakes.delete(wake);
};

/**
 * Wakes the workers of this work in this process after `transact` commits, and others where wakes are passed on.
 * Other processes find the work by polling.
 */
export const wakeAfterCommit = (em: EntityManager, work: string): void => {
  const { queryRunner } = em;
  if (!queryRunner?.isTransactionActive) throw new Error(`waking ${work} needs a transaction`);
  const named = (queryRunner.data[key] ??= new Set<string>()) as Set<string>;
  named.add(work);
};

/** Returns the work named in a transaction; for `transact`. */
export const namedWork = (em: EntityManager): Set<string> =>
  (em.queryRunner?.data[key] as Set<string> | undefined) ?? new Set();

/** Wakes the workers of these works. */
export const wakeWork = (db: DataSource, works: readonly string[]): void => {
  for (const work of works) for (const wake of wakers.get(db)?.get(work) ?? []) wake();
  if (works.length > 0) passing.get(db)?.(works);
};

const passing = new WeakMap<DataSource, (works: readonly string[]) => void>();

/** Also passes wakes of this process on, to workers in other processes. */
export const passWakes = (db: DataSource, pass: (works: readonly string[]) => void): void =>
  void passing.set(db, pass);

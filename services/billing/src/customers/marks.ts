/** Marks that a customer's state has changed: customer-states/ tells it, once for a burst of them. */
import { wakeAfterCommit } from '@tessera/kit/wake';
import { type RowsWrite, writeAtCommit } from '@tessera/kit/write-at-commit';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

/** What marks leave to be done, for whoever does it to be woken. */
export const changesWork = 'customer states';

/** Marks, in the transaction of a change, that a customer's state is no longer what was last told. */
export const markStateChanged = (em: EntityManager, customerId: string): Promise<void> =>
  markStatesChanged(em, [customerId]);

/** The same for many customers, in one statement. */
export const markStatesChanged = async (em: EntityManager, customerIds: readonly string[]): Promise<void> => {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return;
  wakeAfterCommit(em, changesWork);
  await writeAtCommit(em, markWrite, ids);
};

const markWrite: RowsWrite<string> = {
  table: 'customer_state_changes',
  columns: 'id, customer_id',
  select: (ids, bind) => {
    // One mark says as much as several.
    const customers = [...new Set(ids)];
    const marks = bind(customers.map(() => uuidv7()));
    return `SELECT * FROM unnest(${marks}::uuid[], ${bind(customers)}::uuid[])`;
  },
};

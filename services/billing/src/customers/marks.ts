/** Marks of changed customer states; customer-states/ emits one event for a burst of them. */
import { wakeAfterCommit } from '@tessera/kit/background/wake';
import { type RowsWrite, writeAtCommit } from '@tessera/kit/database/write-at-commit';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

/** The name that wakes the processing of marks. */
export const changesWork = 'customer states';

/** Marks, in the transaction of a change, that a customer's state has changed. */
export const markStateChanged = (em: EntityManager, customerId: string): Promise<void> =>
  markStatesChanged(em, [customerId]);

/** As `markStateChanged` for many customers, in one statement. */
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
    // One mark per customer is enough.
    const customers = [...new Set(ids)];
    const marks = bind(customers.map(() => uuidv7()));
    return `SELECT * FROM unnest(${marks}::uuid[], ${bind(customers)}::uuid[])`;
  },
};

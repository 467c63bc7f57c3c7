import { useState } from 'react';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';

/** An action that is applied to each of several rows. */
export type BulkAct<Row> = {
  /** The label of its button. */
  label: string;
  question: (count: number) => string;
  /** What is lost; null: nothing, no confirmation is needed. */
  warning: string | null;
  run: (row: Row) => PromiseLike<{ error?: unknown }>;
  done: (count: number) => string;
};

/**
 * Applies the action row by row: each is a request of its own, and a failure does not stop the others. `run` returns
 * whether all succeeded; otherwise `error` has the number of failures and the first reason.
 */
export const useBulkAct = <Row>({ run: runOne, done }: BulkAct<Row>) => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (rows: readonly Row[]): Promise<boolean> => {
    setBusy(true);
    setError(null);
    const refusals: unknown[] = [];
    for (const row of rows) {
      const { error: refused } = await runOne(row);
      if (refused) refusals.push(refused);
    }
    setBusy(false);
    const count = rows.length - refusals.length;
    if (count > 0) notifyDone(done(count));
    if (refusals.length === 0) return true;
    const reason = t('shared:someRefused', {
      count: refusals.length,
      reason: asFailure(refusals[0]).message,
    });
    setError(reason);
    notifyFailed(reason);
    return false;
  };
  return { run, isBusy, error };
};

/** The deletion of rows; `lost` is the warning. */
export const deletionOf = <Row extends { id: string }>(
  remove: (id: string) => PromiseLike<{ error?: unknown }>,
  lost: string,
): BulkAct<Row> => ({
  label: t('shared:deleteSelected'),
  question: (count) => t('shared:deleteSelectedQuestion', { count }),
  warning: lost,
  run: ({ id }) => remove(id),
  done: (count) => t('shared:wereDeleted', { count }),
});

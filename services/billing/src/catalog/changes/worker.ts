/** Works off what catalogue changes lead to. */
import { type DueOptions, type DueRow, workDue } from '@tessera/kit/due';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { type CatalogChangeKind, catalogChangesTable } from './entity.ts';

/** What a step is about, and where it goes on. */
export type CatalogChange = Pick<DueRow, 'subjectId' | 'organizationId' | 'cursor'>;

/** One page of the consequences. Answers where the next one begins, or null after the last. Repeating it changes nothing. */
export type FollowCatalogChange = (
  em: EntityManager,
  now: Date,
  change: CatalogChange,
) => Promise<string | null>;

/** A page holds row locks and a connection: small enough that a request which needs the same rows hardly waits. */
export const pageSize = 50;

const settings: Pick<DueOptions, 'runners' | 'every' | 'leaseSeconds'> = {
  runners: 1,
  every: 5_000,
  leaseSeconds: 30,
};

/** Replicas may run side by side: steps about one subject follow each other wherever they run. */
export const startCatalogChanges = (
  { db, log, now }: Billing,
  follow: Record<CatalogChangeKind, FollowCatalogChange>,
) =>
  workDue({ db, log, table: catalogChangesTable, ...settings }, (em, row) =>
    follow[row.kind as CatalogChangeKind](em, now(), row),
  );

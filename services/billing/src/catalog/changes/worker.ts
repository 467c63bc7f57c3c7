/** Applies the consequences of catalog changes. */
import { type DueOptions, type DueRow, workDue } from '@tessera/kit/due';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { type CatalogChangeKind, catalogChangesTable } from './entity.ts';

/** The changed row, and the cursor of the next page. */
export type CatalogChange = Pick<DueRow, 'subjectId' | 'organizationId' | 'cursor'>;

/** Applies one page. Returns the cursor of the next page, or null after the last. Must be idempotent. */
export type FollowCatalogChange = (
  em: EntityManager,
  now: Date,
  change: CatalogChange,
) => Promise<string | null>;

/** A page holds row locks and a connection: it is small, so that requests for the same rows hardly wait. */
export const pageSize = 50;

const settings: Pick<DueOptions, 'runners' | 'every' | 'leaseSeconds'> = {
  runners: 1,
  every: 5_000,
  leaseSeconds: 30,
};

/** Safe to run in several replicas: steps of one subject run one after another. */
export const startCatalogChanges = (
  { db, log, now }: Billing,
  follow: Record<CatalogChangeKind, FollowCatalogChange>,
) =>
  workDue({ db, log, table: catalogChangesTable, ...settings }, (em, row) =>
    follow[row.kind as CatalogChangeKind](em, now(), row),
  );

/**
 * Catalog changes that affect many customers. A change is queued in its own transaction and applied page by page in
 * the background, sellers taking turns.
 */
import { enqueueDue } from '@tessera/kit/due';
import type { EntityManager } from 'typeorm';

/** A work queue (see `dueTable`); `subject_id` is the id of the changed row. */
export const catalogChangesTable = 'catalog_changes';

/**
 * `product`: its list of benefits changed. `benefit`: it was deleted. `subscription`: it moved to another product.
 * `organization`: it was deleted. `custom_field`: its slug changed. `benefit_files`: an update of a benefit changes its
 * grants. `discord_connected`, `github_connected`: the organization connected its account there, once more.
 * `price_change`, `price_withdrawal`: a price change for existing subscribers was scheduled or withdrawn.
 */
export type CatalogChangeKind =
  | 'product'
  | 'benefit'
  | 'subscription'
  | 'organization'
  | 'custom_field'
  | 'benefit_files'
  | 'discord_connected'
  | 'github_connected'
  | 'price_change'
  | 'price_withdrawal';

/** Queues a change in its own transaction; affected rows are updated soon after the commit. */
export const noteCatalogChange = (
  em: EntityManager,
  kind: CatalogChangeKind,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> => enqueueDue(em, catalogChangesTable, { kind, subjectId: id, organizationId });

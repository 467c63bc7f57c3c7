/**
 * Changes whose consequences reach many customers: they are written down with the change and worked off page by page,
 * off the request, sellers taking turns.
 */
import { enqueueDue } from '@tessera/kit/due';
import type { EntityManager } from 'typeorm';

/** Work due, see `dueTable`: `subject_id` is the id of what has changed. */
export const catalogChangesTable = 'catalog_changes';

/**
 * `product`: its list of benefits changed. `benefit`: it was deleted. `subscription`: it moved to another product.
 * `organization`: it is gone. `custom_field`: it has a new slug. `benefit_files`: a benefit was
 * edited and gives something else. `price_change`, `price_withdrawal`: new prices for who has subscribed, or not after all.
 */
export type CatalogChangeKind =
  | 'product'
  | 'benefit'
  | 'subscription'
  | 'organization'
  | 'custom_field'
  | 'benefit_files'
  | 'price_change'
  | 'price_withdrawal';

/** Notes a change, in its own transaction: whoever it reaches follows soon after the commit. */
export const noteCatalogChange = (
  em: EntityManager,
  kind: CatalogChangeKind,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> => enqueueDue(em, catalogChangesTable, { kind, subjectId: id, organizationId });

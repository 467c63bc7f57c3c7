/** Customers, pure: what a purchase may change of one. */
import { type MetadataOut, maxMetadataKeys } from '@tessera/proto/api/billing/metadata';
import type { CustomerRow } from './entity.ts';

export type CustomerDetails = Pick<
  CustomerRow,
  'name' | 'billingName' | 'billingAddress' | 'taxId' | 'metadata'
>;

/** The details after a purchase: filled where nothing is known, or replaced where they are the customer's own. */
export const detailsAfter = (
  present: CustomerDetails,
  given: CustomerDetails,
  isOwn: boolean,
): CustomerDetails => {
  const [first, second] = isOwn ? [given, present] : [present, given];
  return {
    name: first.name ?? second.name,
    billingName: first.billingName ?? second.billingName,
    billingAddress: first.billingAddress ?? second.billingAddress,
    taxId: first.taxId ?? second.taxId,
    metadata: mergeMetadata(present.metadata, given.metadata, isOwn),
  };
};

/** Whether two sets of metadata fit into one. */
export const fitsMetadata = (present: MetadataOut, added: MetadataOut): boolean =>
  Object.keys({ ...present, ...added }).length <= maxMetadataKeys;

/** Keys that are there keep their place; of new ones as many come in as there is room for. `isOwn`: of both it is the added value. */
export const mergeMetadata = (present: MetadataOut, added: MetadataOut, isOwn: boolean): MetadataOut => {
  const [known, fresh] = [true, false].map((isKnown) =>
    Object.entries(added).filter(([key]) => Object.hasOwn(present, key) === isKnown),
  );
  const room = Math.max(0, maxMetadataKeys - Object.keys(present).length);
  return Object.fromEntries([
    ...Object.entries(present),
    ...(isOwn ? (known ?? []) : []),
    ...(fresh ?? []).slice(0, room),
  ]);
};

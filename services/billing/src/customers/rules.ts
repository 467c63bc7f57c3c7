/** Pure rules for changes of customers by purchases. */
import { type MetadataOut, maxMetadataKeys } from '@tessera/proto/api/billing/metadata';
import type { CustomerRow } from './entity.ts';

export type CustomerDetails = Pick<
  CustomerRow,
  'name' | 'billingName' | 'billingAddress' | 'taxId' | 'metadata'
>;

/** The details after a purchase. `isOwn`: they replace existing ones; otherwise they only fill empty ones. */
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

/** Whether two sets of metadata, merged, stay within the limit of keys. */
export const fitsMetadata = (present: MetadataOut, added: MetadataOut): boolean =>
  Object.keys({ ...present, ...added }).length <= maxMetadataKeys;

/** Merges metadata. `isOwn`: added values replace existing ones. New keys beyond the limit are dropped. */
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

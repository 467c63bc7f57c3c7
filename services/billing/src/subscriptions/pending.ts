/** What is to come with a subscription's next period, as it changes: pure. New prices that a seller has announced stay. */
import type { PendingUpdate } from './entity.ts';

type Present = PendingUpdate | null;

/** The new prices that were announced, whatever else is planned. */
export const announcedOf = (present: Present): Present =>
  present?.priceChangeId ? present : (present?.announced ?? null);

/** A change of product is planned. */
export const withPlanned = (present: Present, planned: PendingUpdate): PendingUpdate => {
  const announced = announcedOf(present);
  return announced ? { ...planned, announced } : planned;
};

/** What was planned is taken back; new prices themselves only by their seller, who spares this subscription then. */
export const withoutPlanned = (present: Present): Present =>
  present?.priceChangeId ? null : (present?.announced ?? null);

/** The new prices are not to come after all; a change of product that is planned stays. */
export const withoutAnnounced = (present: Present): Present => {
  if (!present || present.priceChangeId) return null;
  const { announced: _withdrawn, ...planned } = present;
  return planned;
};

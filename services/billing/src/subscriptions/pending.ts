/** Transitions of a subscription's scheduled change; pure functions. Prices that a seller has announced are kept. */
import type { PendingUpdate } from './entity.ts';

type Present = PendingUpdate | null;

/** The announced new prices, whatever else is scheduled. */
export const announcedOf = (present: Present): Present =>
  present?.priceChangeId ? present : (present?.announced ?? null);

/** Schedules a change of product. */
export const withPlanned = (present: Present, planned: PendingUpdate): PendingUpdate => {
  const announced = announcedOf(present);
  return announced ? { ...planned, announced } : planned;
};

/**
 * Withdraws a scheduled change; announced prices are only withdrawn if they are the scheduled change itself, by a
 * seller who exempts the subscription.
 */
export const withoutPlanned = (present: Present): Present =>
  present?.priceChangeId ? null : (present?.announced ?? null);

/** Withdraws announced prices; a scheduled change of product stays. */
export const withoutAnnounced = (present: Present): Present => {
  if (!present || present.priceChangeId) return null;
  const { announced: _withdrawn, ...planned } = present;
  return planned;
};

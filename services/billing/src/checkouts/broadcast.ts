/** The broadcast that wakes the streams of a checkout on every replica. */
import type { Bus } from '@tessera/kit/events/bus';

export const checkoutSubject = (id: string): string => `note.billing.checkout.${id}`;

/** Call after the commit of a change to a checkout. */
export const broadcastCheckout = ({ bus }: { bus: Bus }, id: string): void =>
  bus.broadcast(checkoutSubject(id), {});

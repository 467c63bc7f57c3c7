/** The note that wakes the streams of a checkout, on every replica. */
import type { Bus } from '@tessera/kit/bus';

export const checkoutSubject = (id: string): string => `note.billing.checkout.${id}`;

/** To be called after the commit of whatever changed a checkout. */
export const broadcastCheckout = ({ bus }: { bus: Bus }, id: string): void =>
  bus.broadcast(checkoutSubject(id), {});

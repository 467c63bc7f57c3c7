/** The broadcast that wakes the followers of a customer on every replica. */
import type { Bus } from '@tessera/kit/events/bus';

export const customerSubject = (id: string): string => `note.billing.customer.${id}`;

/** Call after the commit of a change to a customer. */
export const broadcastCustomer = ({ bus }: { bus: Bus }, id: string): void =>
  bus.broadcast(customerSubject(id), {});

/** The note that wakes what follows a customer, on every replica. */
import type { Bus } from '@tessera/kit/bus';

export const customerSubject = (id: string): string => `note.billing.customer.${id}`;

/** To be called once it is written what has changed for a customer. */
export const broadcastCustomer = ({ bus }: { bus: Bus }, id: string): void =>
  bus.broadcast(customerSubject(id), {});

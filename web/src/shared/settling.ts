/** Looking again while a payment is on its way: it is decided within seconds, and the page would go on saying "pending". */
import { useState } from 'react';
import type { Order } from '../api/orders.ts';
import { serverNow } from '../api/server-time.ts';

/** An order that waits for longer waits for its customer. */
const patience = 120_000;

const isSettling = ({ status, createdAt }: Order): boolean =>
  status === 'pending' && serverNow() - Date.parse(createdAt) < patience;

/** How a query of orders is asked again, and what is to be called with what it found. */
export const useSettling = () => {
  const [isPolling, setIsPolling] = useState(false);
  return {
    polling: { pollingInterval: isPolling ? 3_000 : 0, skipPollingIfUnfocused: true },
    watch: (orders: readonly Order[]): void => {
      const isAnySettling = orders.some(isSettling);
      if (isAnySettling !== isPolling) setIsPolling(isAnySettling);
    },
  };
};

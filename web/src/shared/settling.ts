/** Polls while a payment is processing: it is decided within seconds, and the page would keep showing "pending". */
import { useState } from 'react';
import { serverNow } from '../api/request/server-time.ts';
import type { Order } from '../api/sales/orders.ts';

/** In ms. An order that is pending for longer waits for its customer. */
const patience = 120_000;

const isSettling = ({ status, createdAt }: Order): boolean =>
  status === 'pending' && serverNow() - Date.parse(createdAt) < patience;

/** Polling options for a query of orders, and a callback for its results. */
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

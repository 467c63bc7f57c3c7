import { useEffect, useState } from 'react';
import { type Purchase, readPurchase } from '../api.ts';

const longestWait = 30;

/** The benefits of a paid checkout so far. `isWaiting`: more are expected shortly. */
export type PurchaseState = { purchase: Purchase | null; isWaiting: boolean };

export const usePurchase = (clientSecret: string): PurchaseState => {
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const [isWaiting, setIsWaiting] = useState(true);
  useEffect(() => {
    const left = new AbortController();
    void followPurchase(clientSecret, { onNews: setPurchase, left: left.signal }).then(() => {
      if (!left.signal.aborted) setIsWaiting(false);
    });
    return () => left.abort();
  }, [clientSecret]);
  return { purchase, isWaiting };
};

type Follower = { onNews: (purchase: Purchase) => void; left: AbortSignal };

/** Reads the purchase each second until its benefits are granted, for at most 30 seconds. */
const followPurchase = async (clientSecret: string, { onNews, left }: Follower): Promise<void> => {
  for (let second = 0; second < longestWait && !left.aborted; second += 1) {
    const { data } = await readPurchase(clientSecret);
    if (left.aborted) return;
    if (data) onNews(data);
    if (data?.isGranted) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
};

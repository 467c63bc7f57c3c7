/** Which parts of the pages there are for this customer: the seller chooses, and what nobody has is not shown. */

import type { Page } from './api.ts';
import { routes } from './api.ts';
import { useAsked, usePortal } from './portal.ts';

export type Part = 'orders' | 'benefits' | 'usage' | 'paymentMethods';

/** Whether the seller shows a part; what a server does not know how to choose is shown. */
export const useShows = (part: Part): boolean => {
  const { seller } = usePortal();
  return seller.organization.customerPortalSettings?.[part]?.show ?? true;
};

/** Whether a card can be given here: by this page's own fields in the sandbox, by Stripe's where that is connected. */
export const useTakesCards = (): boolean =>
  ['sandbox', 'stripe'].includes(usePortal().seller.paymentProcessor['processor'] ?? '');

/** Whether cards are given to Stripe. */
export const useIsAtStripe = (): boolean => usePortal().seller.paymentProcessor['processor'] === 'stripe';

/** Whether anything of this customer is measured. */
export const useHasUsage = (): boolean => {
  const isShown = useShows('usage');
  const { data } = useAsked<Page<unknown>>(isShown ? routes.meters('limit=1') : null);
  return (data?.pagination.totalCount ?? 0) > 0;
};

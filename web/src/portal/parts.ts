/** The parts of the portal that exist for this customer: chosen by the seller; empty ones are hidden. */
import type { Page } from './api.ts';
import { routes } from './api.ts';
import { useAsked, usePortal } from './portal.ts';

export type Part = 'orders' | 'benefits' | 'usage' | 'paymentMethods';

/** Whether the seller shows a part; parts without a setting are shown. */
export const useShows = (part: Part): boolean => {
  const { seller } = usePortal();
  return seller.organization.customerPortalSettings?.[part]?.show ?? true;
};

/**
 * Whether cards can be entered here, for a seller who still sells: with this page's fields in the sandbox, with Stripe's
 * where connected.
 */
export const useTakesCards = (): boolean => {
  const { paymentProcessor, isClosed } = usePortal().seller;
  return !isClosed && ['sandbox', 'stripe'].includes(paymentProcessor['processor'] ?? '');
};

/** Whether cards are entered at Stripe. */
export const useIsAtStripe = (): boolean => usePortal().seller.paymentProcessor['processor'] === 'stripe';

/** Whether the customer has any meter. */
export const useHasUsage = (): boolean => {
  const isShown = useShows('usage');
  const { data } = useAsked<Page<unknown>>(isShown ? routes.meters('limit=1') : null);
  return (data?.pagination.totalCount ?? 0) > 0;
};

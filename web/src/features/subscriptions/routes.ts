import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: [],
  organization: [
    page(patterns.subscriptions, () => import('./SubscriptionsPage.tsx'), 'SubscriptionsPage'),
    page(patterns.subscription, () => import('./SubscriptionPage.tsx'), 'SubscriptionPage'),
  ],
};

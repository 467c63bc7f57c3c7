import { IconRefresh } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['subscriptions', 'history', 'discounts'],
  organization: [
    page(patterns.subscriptions, () => import('./SubscriptionsPage.tsx'), 'SubscriptionsPage'),
    page(patterns.subscription, () => import('./SubscriptionPage.tsx'), 'SubscriptionPage'),
  ],
  commands: [{ label: 'app:subscriptions', group: 'go', icon: IconRefresh, to: paths.subscriptions }],
};

import { IconReceipt } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['orders', 'history', 'refunds'],
  organization: [
    page(patterns.orders, () => import('./OrdersPage.tsx'), 'OrdersPage'),
    page(patterns.order, () => import('./OrderPage.tsx'), 'OrderPage'),
  ],
  commands: [{ label: 'app:orders', group: 'go', icon: IconReceipt, to: paths.orders }],
};

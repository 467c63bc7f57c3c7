import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: [],
  organization: [
    page(patterns.orders, () => import('./OrdersPage.tsx'), 'OrdersPage'),
    page(patterns.order, () => import('./OrderPage.tsx'), 'OrderPage'),
  ],
};

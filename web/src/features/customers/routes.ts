import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: [],
  organization: [
    page(patterns.customers, () => import('./CustomersPage.tsx'), 'CustomersPage'),
    page(patterns.customer, () => import('./CustomerPage.tsx'), 'CustomerPage'),
  ],
};

import { IconShoppingCart } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['checkouts'],
  organization: [
    page(patterns.checkouts, () => import('./CheckoutsPage.tsx'), 'CheckoutsPage'),
    page(patterns.checkout, () => import('./CheckoutPage.tsx'), 'CheckoutPage'),
  ],
  commands: [{ label: 'app:checkouts', group: 'go', icon: IconShoppingCart, to: paths.checkouts }],
};

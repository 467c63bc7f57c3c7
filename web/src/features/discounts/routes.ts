import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['discounts'],
  organization: [
    page(patterns.discounts, () => import('./DiscountsPage.tsx'), 'DiscountsPage'),
    page(patterns.newDiscount, () => import('./NewDiscountPage.tsx'), 'NewDiscountPage'),
    page(patterns.discount, () => import('./DiscountPage.tsx'), 'DiscountPage'),
  ],
};

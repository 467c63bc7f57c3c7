import { IconDiscount2, IconPlus } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['discounts'],
  organization: [
    page(patterns.discounts, () => import('./DiscountsPage.tsx'), 'DiscountsPage'),
    page(patterns.newDiscount, () => import('./NewDiscountPage.tsx'), 'NewDiscountPage'),
    page(patterns.discount, () => import('./DiscountPage.tsx'), 'DiscountPage'),
  ],
  commands: [
    { label: 'app:discounts', group: 'go', icon: IconDiscount2, to: paths.discounts },
    { label: 'app:newDiscount', group: 'create', icon: IconPlus, to: paths.newDiscount },
  ],
};

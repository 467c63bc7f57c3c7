import { IconPackage, IconPlus } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['products', 'files'],
  organization: [
    page(patterns.products, () => import('./ProductsPage.tsx'), 'ProductsPage'),
    page(patterns.newProduct, () => import('./NewProductPage.tsx'), 'NewProductPage'),
    page(patterns.product, () => import('./ProductPage.tsx'), 'ProductPage'),
  ],
  commands: [
    { label: 'app:products', group: 'go', icon: IconPackage, to: paths.products },
    { label: 'app:newProduct', group: 'create', icon: IconPlus, to: paths.newProduct },
  ],
};

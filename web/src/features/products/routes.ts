import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['products'],
  organization: [
    page(patterns.products, () => import('./ProductsPage.tsx'), 'ProductsPage'),
    page(patterns.newProduct, () => import('./NewProductPage.tsx'), 'NewProductPage'),
    page(patterns.product, () => import('./ProductPage.tsx'), 'ProductPage'),
  ],
};

import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['authorize', 'rights'],
  public: [page(patterns.authorize, () => import('./AuthorizePage.tsx'), 'AuthorizePage')],
};

import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: [],
  settings: [page(patterns.tokens, () => import('./AccessTokensPage.tsx'), 'AccessTokensPage')],
};

import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: [],
  organization: [page(patterns.overview, () => import('./OverviewPage.tsx'), 'OverviewPage')],
};

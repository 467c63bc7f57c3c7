import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  organization: [page(patterns.overview, () => import('./OverviewPage.tsx'), 'OverviewPage')],
};

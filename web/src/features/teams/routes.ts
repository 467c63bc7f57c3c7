import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['teams'],
  settings: [page(patterns.teams, () => import('./TeamsPage.tsx'), 'TeamsPage')],
};

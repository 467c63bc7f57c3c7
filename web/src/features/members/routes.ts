import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['members'],
  settings: [page(patterns.members, () => import('./MembersPage.tsx'), 'MembersPage')],
};

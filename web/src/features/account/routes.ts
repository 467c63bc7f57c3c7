import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['account'],
  signedIn: [page(patterns.finishDeletion, () => import('./FinishDeletionPage.tsx'), 'FinishDeletionPage')],
  personal: [page(patterns.account, () => import('./AccountPage.tsx'), 'AccountPage')],
};

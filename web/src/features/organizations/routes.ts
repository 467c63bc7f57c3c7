import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['organizations'],
  signedIn: [
    page(patterns.newOrganization, () => import('./NewOrganizationPage.tsx'), 'NewOrganizationPage'),
  ],
};

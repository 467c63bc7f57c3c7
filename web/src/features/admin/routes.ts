import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

const behindGate = [
  page(patterns.users, () => import('./UsersPage.tsx'), 'UsersPage'),
  page(patterns.user, () => import('./UserPage.tsx'), 'UserPage'),
];

export const routes: FeatureRoutes = {
  words: ['admin'],
  personal: [page(null, () => import('./AdminGate.tsx'), 'AdminGate', behindGate)],
};

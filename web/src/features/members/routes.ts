import { IconUsersGroup } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['members'],
  settings: [page(patterns.members, () => import('./MembersPage.tsx'), 'MembersPage')],
  commands: [{ label: 'app:members', group: 'go', icon: IconUsersGroup, to: paths.members }],
};

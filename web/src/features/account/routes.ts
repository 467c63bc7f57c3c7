import { IconUserCircle } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['account', 'files'],
  signedIn: [page(patterns.finishDeletion, () => import('./FinishDeletionPage.tsx'), 'FinishDeletionPage')],
  account: [
    page('', () => import('./AccountIndex.tsx'), 'AccountIndex'),
    page(patterns.accountProfile, () => import('./ProfilePage.tsx'), 'ProfilePage'),
    page(patterns.accountSecurity, () => import('./SecurityPage.tsx'), 'SecurityPage'),
    page(patterns.accountSessions, () => import('./SessionsPage.tsx'), 'SessionsPage'),
    page(patterns.accountLeave, () => import('./LeavePage.tsx'), 'LeavePage'),
  ],
  commands: [{ label: 'app:account', group: 'go', icon: IconUserCircle, to: () => paths.account }],
};

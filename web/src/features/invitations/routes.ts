import { IconMail } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['invitations'],
  public: [
    page(patterns.acceptInvitation, () => import('./AcceptInvitationPage.tsx'), 'AcceptInvitationPage'),
  ],
  settings: [page(patterns.invitations, () => import('./InvitationsPage.tsx'), 'InvitationsPage')],
  commands: [{ label: 'app:invitations', group: 'go', icon: IconMail, to: paths.invitations }],
};

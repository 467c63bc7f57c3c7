import { IconKey, IconLink, IconPlus } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['oauth-apps', 'rights'],
  account: [
    page(patterns.accountApps, () => import('./AccountAppsPage.tsx'), 'AccountAppsPage'),
    page(patterns.oauthApps, () => import('./ClientsPage.tsx'), 'ClientsPage'),
  ],
  personal: [
    page(patterns.newOauthApp, () => import('./NewClientPage.tsx'), 'NewClientPage'),
    page(patterns.oauthApp, () => import('./ClientPage.tsx'), 'ClientPage'),
  ],
  settings: [
    page(patterns.organizationApps, () => import('./OrganizationAppsPage.tsx'), 'OrganizationAppsPage'),
  ],
  commands: [
    { label: 'app:appsWithAccess', group: 'go', icon: IconLink, to: paths.organizationApps },
    {
      label: 'app:appsWithAccessToYourAccount',
      group: 'go',
      icon: IconLink,
      to: () => paths.accountApps,
    },
    { label: 'app:oauthApps', group: 'go', icon: IconKey, to: () => paths.oauthApps },
    { label: 'app:newOauthApp', group: 'create', icon: IconPlus, to: () => paths.newOauthApp },
  ],
};

import { IconKey } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['license-keys'],
  organization: [
    page(patterns.licenseKeys, () => import('./LicenseKeysPage.tsx'), 'LicenseKeysPage'),
    page(patterns.licenseKey, () => import('./LicenseKeyPage.tsx'), 'LicenseKeyPage'),
  ],
  commands: [{ label: 'app:licenseKeys', group: 'go', icon: IconKey, to: paths.licenseKeys }],
};

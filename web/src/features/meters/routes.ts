import { IconGauge, IconPlus } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['meters'],
  organization: [
    page(patterns.meters, () => import('./MetersPage.tsx'), 'MetersPage'),
    page(patterns.newMeter, () => import('./NewMeterPage.tsx'), 'NewMeterPage'),
    page(patterns.meter, () => import('./MeterPage.tsx'), 'MeterPage'),
  ],
  commands: [
    { label: 'app:meters', group: 'go', icon: IconGauge, to: paths.meters },
    { label: 'app:newMeter', group: 'create', icon: IconPlus, to: paths.newMeter },
  ],
};

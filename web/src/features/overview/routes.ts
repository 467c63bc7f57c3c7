import { IconChartBar, IconHome } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['chart', 'overview'],
  organization: [
    page(patterns.overview, () => import('./OverviewPage.tsx'), 'OverviewPage'),
    page(patterns.analytics, () => import('./AnalyticsPage.tsx'), 'AnalyticsPage'),
  ],
  commands: [
    { label: 'app:analytics', group: 'go', icon: IconChartBar, to: paths.analytics },
    { label: 'app:overview', group: 'go', icon: IconHome, to: paths.overview },
  ],
};

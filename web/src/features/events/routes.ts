import { IconActivity } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['events'],
  organization: [
    page(patterns.events, () => import('./EventsPage.tsx'), 'EventsPage'),
    page(patterns.event, () => import('./EventPage.tsx'), 'EventPage'),
  ],
  commands: [{ label: 'app:events', group: 'go', icon: IconActivity, to: paths.events }],
};

import { IconFiles } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['files'],
  organization: [
    page(patterns.files, () => import('./FilesPage.tsx'), 'FilesPage'),
    page(patterns.file, () => import('./FilePage.tsx'), 'FilePage'),
  ],
  commands: [{ label: 'app:files', group: 'go', icon: IconFiles, to: paths.files }],
};

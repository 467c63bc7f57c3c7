import { IconKey } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['access-tokens', 'rights'],
  settings: [page(patterns.tokens, () => import('./AccessTokensPage.tsx'), 'AccessTokensPage')],
  commands: [{ label: 'app:accessTokens', group: 'go', icon: IconKey, to: paths.tokens }],
};

import { IconReceiptTax } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['taxes'],
  settings: [page(patterns.taxes, () => import('./TaxesPage.tsx'), 'TaxesPage')],
  commands: [{ label: 'app:taxes', group: 'go', icon: IconReceiptTax, to: paths.taxes }],
};

import { IconCreditCard } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['payments'],
  organization: [
    page(patterns.payments, () => import('./PaymentsPage.tsx'), 'PaymentsPage'),
    page(patterns.payment, () => import('./PaymentPage.tsx'), 'PaymentPage'),
  ],
  commands: [{ label: 'app:payments', group: 'go', icon: IconCreditCard, to: paths.payments }],
};

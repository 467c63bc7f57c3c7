import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['customers', 'history', 'refunds'],
  organization: [
    page(patterns.customers, () => import('./CustomersPage.tsx'), 'CustomersPage'),
    page(patterns.newCustomer, () => import('./NewCustomerPage.tsx'), 'NewCustomerPage'),
    page(patterns.customer, () => import('./CustomerPage.tsx'), 'CustomerPage'),
  ],
  commands: [
    { label: 'app:customers', group: 'go', icon: IconUsers, to: paths.customers },
    { label: 'app:newCustomer', group: 'create', icon: IconUserPlus, to: paths.newCustomer },
  ],
};

import { IconForms } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['custom-fields'],
  organization: [
    page(patterns.customFields, () => import('./CustomFieldsPage.tsx'), 'CustomFieldsPage'),
    page(patterns.newCustomField, () => import('./NewCustomFieldPage.tsx'), 'NewCustomFieldPage'),
    page(patterns.customField, () => import('./CustomFieldPage.tsx'), 'CustomFieldPage'),
  ],
  commands: [
    { label: 'app:customFields', group: 'go', icon: IconForms, to: paths.customFields },
    { label: 'app:newCustomField', group: 'create', icon: IconForms, to: paths.newCustomField },
  ],
};

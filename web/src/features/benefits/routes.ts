import { IconGift, IconPlus } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['benefits', 'files'],
  organization: [
    page(patterns.benefits, () => import('./BenefitsPage.tsx'), 'BenefitsPage'),
    page(patterns.newBenefit, () => import('./NewBenefitPage.tsx'), 'NewBenefitPage'),
    page(patterns.benefit, () => import('./BenefitPage.tsx'), 'BenefitPage'),
  ],
  commands: [
    { label: 'app:benefits', group: 'go', icon: IconGift, to: paths.benefits },
    { label: 'app:newBenefit', group: 'create', icon: IconPlus, to: paths.newBenefit },
  ],
};

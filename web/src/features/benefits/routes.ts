import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['benefits'],
  organization: [
    page(patterns.benefits, () => import('./BenefitsPage.tsx'), 'BenefitsPage'),
    page(patterns.newBenefit, () => import('./NewBenefitPage.tsx'), 'NewBenefitPage'),
    page(patterns.benefit, () => import('./BenefitPage.tsx'), 'BenefitPage'),
  ],
};

import { IconLink } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['checkout-links', 'products'],
  organization: [
    page(patterns.checkoutLinks, () => import('./CheckoutLinksPage.tsx'), 'CheckoutLinksPage'),
    page(patterns.newCheckoutLink, () => import('./NewCheckoutLinkPage.tsx'), 'NewCheckoutLinkPage'),
    page(patterns.checkoutLink, () => import('./CheckoutLinkPage.tsx'), 'CheckoutLinkPage'),
  ],
  commands: [
    { label: 'app:checkoutLinks', group: 'go', icon: IconLink, to: paths.checkoutLinks },
    { label: 'app:newCheckoutLink', group: 'create', icon: IconLink, to: paths.newCheckoutLink },
  ],
};

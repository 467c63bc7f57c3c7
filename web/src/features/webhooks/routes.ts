import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['webhooks'],
  organization: [
    page(patterns.webhooks, () => import('./WebhooksPage.tsx'), 'WebhooksPage'),
    page(patterns.newWebhook, () => import('./NewWebhookPage.tsx'), 'NewWebhookPage'),
    page(patterns.webhook, () => import('./WebhookPage.tsx'), 'WebhookPage'),
  ],
};

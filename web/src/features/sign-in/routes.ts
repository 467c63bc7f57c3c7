import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['sign-in'],
  public: [
    page(patterns.signUp, () => import('./SignUpPage.tsx'), 'SignUpPage'),
    page(patterns.forgotPassword, () => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
    page(patterns.resetPassword, () => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
    page(patterns.checkInbox, () => import('./CheckInboxPage.tsx'), 'CheckInboxPage'),
    page(patterns.emailVerified, () => import('./EmailVerifiedPage.tsx'), 'EmailVerifiedPage'),
  ],
};

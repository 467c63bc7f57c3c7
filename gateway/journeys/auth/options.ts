/** The three sets of options under which the contract is asked. */
import type { Provider } from './provider.ts';

const credentials = ({ endpoints }: Provider) => ({ clientId: 'the-id', clientSecret: 'secret', endpoints });

/** What identity and organization are told. */
export type LabOptions = { identity: object; organization?: object };

/** All that can be switched on is; mails are sent, but nobody has to wait for one. Few of everything are allowed. */
export const openOptions = (provider: Provider): LabOptions => ({
  identity: openIdentity(provider),
  organization: {
    organizationLimit: 2,
    membershipLimit: 4,
    invitationLimit: 3,
    teams: { enabled: true, maximumTeams: 2 },
    // As section 10 has it; what section 19 asks for is in organizations.test.ts.
    requireEmailVerificationOnInvitation: false,
  },
});

const openIdentity = (provider: Provider) => ({
  emailVerification: { sendVerificationEmail: true },
  user: {
    changeEmail: { enabled: true, sendChangeEmailVerification: true },
    deleteUser: { enabled: true },
  },
  trustedOrigins: ['https://app.example.com', '*.wild.example.com', 'myapp://'],
  socialProviders: {
    google: credentials(provider),
    github: credentials(provider),
    kick: credentials(provider),
    facebook: { ...credentials(provider), disableImplicitSignUp: true },
    gitlab: { ...credentials(provider), disableImplicitSignUp: true },
  },
});

/** Addresses have to be proven, and leaving too; users have more fields; the cookies are for HTTPS, and renamed. */
export const strictOptions = (): LabOptions => ({
  identity: strictIdentity,
  organization: { organizationDeletion: { disabled: true } },
});

const strictIdentity = {
  emailAndPassword: { requireEmailVerification: true, revokeSessionsOnPasswordReset: true },
  emailVerification: { sendVerificationEmail: true, autoSignInAfterVerification: true },
  user: {
    changeEmail: { enabled: true },
    deleteUser: { enabled: true, sendDeleteAccountVerification: true },
    additionalFields: {
      company: { type: 'string', required: true },
      score: { type: 'number', required: false, input: false, defaultValue: 5 },
      note: { type: 'string', required: false, returned: false },
    },
  },
  account: { accountLinking: { allowUnlinkingAll: true } },
  advanced: {
    useSecureCookies: true,
    cookiePrefix: 'shop',
    crossSubDomainCookies: { enabled: true, domain: 'example.com' },
    cookies: { session_token: { name: 'sid', attributes: { sameSite: 'strict' } } },
  },
};

/** Nobody signs up or in with a password, no mail is sent, nothing about an account can be changed. */
export const closedOptions = (provider: Provider): LabOptions => ({
  identity: closedIdentity(provider),
  organization: { allowUserToCreateOrganization: false },
});

const closedIdentity = (provider: Provider) => ({
  emailAndPassword: { enabled: false, requireEmailVerification: true, sendResetPassword: false },
  emailVerification: { sendVerificationEmail: false },
  session: { cookieCache: { enabled: false } },
  disabledPaths: ['/change-password'],
  rateLimit: {
    enabled: true,
    max: 1_000,
    customRules: { '/sign-in/social': false, '/ok': { window: 10, max: 2 } },
  },
  socialProviders: { google: credentials(provider) },
});

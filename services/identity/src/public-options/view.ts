/** The part of the configuration that is public. Pure; credentials and endpoints of providers are left out. */
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { ProviderId } from '@tessera/proto/api/identity/social';
import { asksForVerification, type IdentityOptions, sendsVerification } from '../options.ts';

/** Returns the public options. Features whose path is disabled are reported as unavailable. */
export const viewOptions = (
  options: IdentityOptions,
  { hasSandbox, isDevelopment }: { hasSandbox: boolean; isDevelopment: boolean },
): PublicOptions => {
  const { appName, emailVerification, socialProviders, user, username, disabledPaths } = options;
  const isOpen = (path: string): boolean => !disabledPaths.includes(path);
  const canChangeEmail = user.changeEmail.enabled && isOpen('/change-email');
  const canSignIn = isOpen('/sign-in/social');
  return {
    appName,
    isTestMode: hasSandbox && !isDevelopment,
    hasSandbox,
    isClockMovable: isDevelopment && options.timeMachine,
    emailAndPassword: viewPasswords(options, isOpen),
    emailVerification: {
      canSend: sendsVerification(options) && isOpen('/send-verification-email'),
      expiresInSeconds: emailVerification.expiresIn,
      signsIn: emailVerification.autoSignInAfterVerification,
    },
    username: { min: username.minUsernameLength, max: username.maxUsernameLength },
    socialProviders: ProviderId.options.filter((id) => canSignIn && socialProviders[id]?.enabled),
    account: { canUnlinkAll: options.account.accountLinking.allowUnlinkingAll },
    user: {
      canChangeEmail,
      canChangeVerifiedEmail: canChangeEmail && user.changeEmail.sendChangeEmailVerification,
      canDelete: user.deleteUser.enabled && isOpen('/delete-user'),
      confirmsDeletionByMail: user.deleteUser.sendDeleteAccountVerification,
      deletionExpiresInSeconds: user.deleteUser.deleteTokenExpiresIn,
      fields: Object.entries(user.additionalFields)
        .filter(([, { input, returned }]) => input && returned && isOpen('/update-user'))
        .map(([name, { type, required }]) => ({ name, type, required })),
    },
    bannedUserMessage: options.admin.bannedUserMessage,
    multiSession: { maximumSessions: options.multiSession.maximumSessions },
  };
};

const viewPasswords = (
  options: IdentityOptions,
  isOpen: (path: string) => boolean,
): PublicOptions['emailAndPassword'] => {
  const { enabled, disableSignUp, ...passwords } = options.emailAndPassword;
  return {
    enabled: enabled && isOpen('/sign-in/email'),
    canSignUp: enabled && !disableSignUp && isOpen('/sign-up/email'),
    minPasswordLength: passwords.minPasswordLength,
    maxPasswordLength: passwords.maxPasswordLength,
    canReset: passwords.sendResetPassword && isOpen('/forget-password'),
    resetExpiresInSeconds: passwords.resetPasswordTokenExpiresIn,
    requireEmailVerification: passwords.requireEmailVerification,
    autoSignIn: passwords.autoSignIn,
    sendsVerificationOnSignUp: asksForVerification(options),
    asksFor: Object.entries(options.user.additionalFields)
      .filter(([, { required, input, defaultValue }]) => required && input && defaultValue === undefined)
      .map(([name, { type }]) => ({ name, type })),
  };
};

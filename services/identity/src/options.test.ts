import { IdentityOptions, sendsVerification } from './options.ts';

describe('IdentityOptions', () => {
  it('has the defaults of the contract, and of the product where it has its own', () =>
    expect(IdentityOptions.parse({})).toEqual({
      appName: 'Tessera',
      timeMachine: true,
      basePath: '/api/auth',
      trustedOrigins: [],
      disabledPaths: [],
      emailAndPassword: {
        enabled: true,
        disableSignUp: false,
        autoSignIn: true,
        requireEmailVerification: false,
        minPasswordLength: 8,
        maxPasswordLength: 128,
        sendResetPassword: true,
        resetPasswordTokenExpiresIn: 3600,
        revokeSessionsOnPasswordReset: true,
        password: { hash: 'scrypt', verify: 'scrypt' },
      },
      emailVerification: {
        sendOnSignUp: false,
        autoSignInAfterVerification: false,
        expiresIn: 3600,
        onEmailVerification: true,
      },
      session: {
        expiresIn: 604_800,
        updateAge: 86_400,
        freshAge: 86_400,
        disableSessionRefresh: false,
        cookieCache: { enabled: true, maxAge: 60 },
        additionalFields: {},
      },
      account: {
        updateAccountOnSignIn: true,
        accountLinking: { enabled: true, trustedProviders: [], allowUnlinkingAll: false },
      },
      socialProviders: {},
      advanced: {
        cookiePrefix: 'tessera',
        crossSubDomainCookies: { enabled: false },
        cookies: {},
        defaultCookieAttributes: {},
        disableCSRFCheck: false,
        ipAddress: { ipAddressHeaders: ['x-forwarded-for'], disableIpTracking: false },
        database: { defaultFindManyLimit: 100 },
      },
      onAPIError: {},
      rateLimit: expect.any(Object),
      user: {
        additionalFields: {},
        changeEmail: { enabled: false, sendChangeEmailVerification: false },
        deleteUser: {
          enabled: false,
          sendDeleteAccountVerification: false,
          deleteTokenExpiresIn: 86_400,
          beforeDelete: true,
          afterDelete: true,
        },
      },
      username: { minUsernameLength: 3, maxUsernameLength: 30, usernameValidator: '[a-zA-Z0-9_.]+' },
      admin: {
        defaultRole: 'user',
        adminRoles: ['admin'],
        adminUserIds: [],
        impersonationSessionDuration: 3600,
        bannedUserMessage: expect.stringContaining('You have been banned'),
        firstAdminEmails: [],
      },
      multiSession: { maximumSessions: 5 },
    }));

  it.each([
    [{ emailAndPassword: { requireVerification: true } }, ['emailAndPassword']],
    [{ session: { cookieCache: { maxAge: 34_560_001 } } }, ['session', 'cookieCache', 'maxAge']],
    [{ session: { expiresIn: '7d' } }, ['session', 'expiresIn']],
    [
      { emailAndPassword: { resetPasswordTokenExpiresIn: Number.MAX_SAFE_INTEGER } },
      ['emailAndPassword', 'resetPasswordTokenExpiresIn'],
    ],
    [{ emailVerification: { expiresIn: 3_155_760_001 } }, ['emailVerification', 'expiresIn']],
    [{ admin: { defaultBanExpiresIn: 3_155_760_001 } }, ['admin', 'defaultBanExpiresIn']],
    [{ emailAndPassword: { minPasswordLength: 20, maxPasswordLength: 10 } }, ['emailAndPassword']],
    [{ advanced: { cookiePrefix: 'a b;' } }, ['advanced', 'cookiePrefix']],
    [{ disabledPaths: ['sign-up'] }, ['disabledPaths', 0]],
    [{ nonsense: true }, []],
    [
      { admin: { ac: { user: ['ban'] }, roles: { lead: { user: ['list'] } } } },
      ['admin', 'roles', 'lead', 'user'],
    ],
    [
      { socialProviders: { google: { clientId: 'a', clientSecret: 'b', mapProfileToUser: { nick: 'a' } } } },
      ['socialProviders', 'google', 'mapProfileToUser', 'nick'],
    ],
    [
      {
        user: { additionalFields: { seats: { type: 'number' } } },
        socialProviders: {
          google: { clientId: 'a', clientSecret: 'b', mapProfileToUser: { seats: { value: 'many' } } },
        },
      },
      ['socialProviders', 'google', 'mapProfileToUser', 'seats'],
    ],
    [
      {
        socialProviders: {
          google: { clientId: 'a', clientSecret: 'b', mapProfileToUser: { email: { value: 'a@b.co' } } },
        },
      },
      ['socialProviders', 'google', 'mapProfileToUser', 'email'],
    ],
    [{ user: { additionalFields: { role: { type: 'string' } } } }, ['user', 'additionalFields', 'role']],
  ])('refuses %j and names the key', (options, path) => {
    const { error } = IdentityOptions.safeParse(options);
    expect(error?.issues[0]?.path).toEqual(path);
  });

  it('takes the origin of a trusted address', () =>
    expect(
      IdentityOptions.parse({ trustedOrigins: ['https://App.example.com/', '*.x.test', 'myapp://'] })
        .trustedOrigins,
    ).toEqual(['https://app.example.com', '*.x.test', 'myapp://']));
});

describe('sendsVerification', () => {
  it.each([
    [{}, false],
    [{ emailVerification: { sendOnSignUp: true } }, true],
    [{ emailAndPassword: { requireEmailVerification: true } }, true],
    [
      {
        emailAndPassword: { requireEmailVerification: true },
        emailVerification: { sendVerificationEmail: false },
      },
      false,
    ],
  ])('for %j is %s', (options, sends) =>
    expect(sendsVerification(IdentityOptions.parse(options))).toBe(sends),
  );
});

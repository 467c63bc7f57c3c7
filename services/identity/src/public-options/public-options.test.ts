import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { IdentityOptions } from '../options.ts';
import { viewOptions } from './view.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const ask = async (base = started.base) => createBrowser(base).send('GET', '/public-options');
const asked = async (options: object) => (await ask((await started.withOptions(options)).base)).body;

describe('GET /public-options', () => {
  it('tells anyone what the pages have to know, and nothing else', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toEqual({
      appName: 'Tessera',
      isTestMode: false,
      hasSandbox: false,
      isClockMovable: false,
      emailAndPassword: {
        enabled: true,
        canSignUp: true,
        minPasswordLength: 8,
        maxPasswordLength: 128,
        canReset: true,
        resetExpiresInSeconds: 3_600,
        requireEmailVerification: false,
        autoSignIn: true,
        sendsVerificationOnSignUp: false,
        asksFor: [],
      },
      emailVerification: { canSend: false, expiresInSeconds: 3_600, signsIn: false },
      username: { min: 3, max: 30 },
      socialProviders: [],
      account: { canUnlinkAll: false },
      user: {
        canChangeEmail: false,
        canChangeVerifiedEmail: false,
        canDelete: false,
        confirmsDeletionByMail: false,
        deletionExpiresInSeconds: 86_400,
        fields: [],
      },
      bannedUserMessage: expect.stringMatching(/^You have been banned/),
      multiSession: { maximumSessions: 5 },
    });
  });

  it('follows the options', async () => {
    const credentials = { clientId: 'an id', clientSecret: 'a secret' };
    const body = await asked({
      appName: 'Shop',
      emailAndPassword: {
        disableSignUp: true,
        autoSignIn: false,
        requireEmailVerification: true,
        minPasswordLength: 12,
        maxPasswordLength: 64,
        sendResetPassword: false,
        resetPasswordTokenExpiresIn: 600,
      },
      emailVerification: { expiresIn: 60, autoSignInAfterVerification: true },
      username: { minUsernameLength: 5, maxUsernameLength: 10 },
      // In the order of the contract, whatever the order of the file.
      socialProviders: { zoom: credentials, google: { ...credentials, enabled: false }, apple: credentials },
      account: { accountLinking: { allowUnlinkingAll: true } },
      user: {
        additionalFields: {
          company: { type: 'string', required: true },
          motto: { type: 'string' },
          plan: { type: 'string', required: true, defaultValue: 'free' },
          secret: { type: 'string', returned: false },
          credit: { type: 'number', required: true, input: false, defaultValue: 0 },
        },
        changeEmail: { enabled: true, sendChangeEmailVerification: true },
        deleteUser: { enabled: true, sendDeleteAccountVerification: true, deleteTokenExpiresIn: 30 },
      },
      admin: { bannedUserMessage: 'Out.' },
      multiSession: { maximumSessions: 3 },
    });
    expect(body).toEqual({
      appName: 'Shop',
      isTestMode: false,
      hasSandbox: false,
      isClockMovable: false,
      emailAndPassword: {
        enabled: true,
        canSignUp: false,
        minPasswordLength: 12,
        maxPasswordLength: 64,
        canReset: false,
        resetExpiresInSeconds: 600,
        requireEmailVerification: true,
        autoSignIn: false,
        sendsVerificationOnSignUp: true,
        asksFor: [{ name: 'company', type: 'string' }],
      },
      emailVerification: { canSend: true, expiresInSeconds: 60, signsIn: true },
      username: { min: 5, max: 10 },
      socialProviders: ['apple', 'zoom'],
      account: { canUnlinkAll: true },
      user: {
        canChangeEmail: true,
        canChangeVerifiedEmail: true,
        canDelete: true,
        confirmsDeletionByMail: true,
        deletionExpiresInSeconds: 30,
        // Neither the one that answers never show nor the one that is not for its owner to set.
        fields: [
          { name: 'company', type: 'string', required: true },
          { name: 'motto', type: 'string', required: false },
          { name: 'plan', type: 'string', required: true },
        ],
      },
      bannedUserMessage: 'Out.',
      multiSession: { maximumSessions: 3 },
    });
    expect(JSON.stringify(body)).not.toMatch(/an id|a secret/);
  });

  it.each([
    ['/sign-in/email', ({ emailAndPassword }: Body) => emailAndPassword.enabled],
    ['/sign-up/email', ({ emailAndPassword }: Body) => emailAndPassword.canSignUp],
    ['/forget-password', ({ emailAndPassword }: Body) => emailAndPassword.canReset],
    ['/send-verification-email', ({ emailVerification }: Body) => emailVerification.canSend],
    ['/sign-in/social', ({ socialProviders }: Body) => socialProviders.length > 0],
    ['/change-email', ({ user }: Body) => user.canChangeEmail],
    ['/delete-user', ({ user }: Body) => user.canDelete],
    ['/update-user', ({ user }: Body) => user.fields.length > 0],
  ])('offers nothing whose path %s is disabled', async (path, isOffered) => {
    const options = {
      emailVerification: { sendVerificationEmail: true },
      socialProviders: { google: { clientId: 'an id', clientSecret: 'a secret' } },
      user: {
        changeEmail: { enabled: true },
        deleteUser: { enabled: true },
        additionalFields: { motto: { type: 'string' } },
      },
    };
    expect(isOffered(await asked(options))).toBe(true);
    expect(isOffered(await asked({ ...options, disabledPaths: [path] }))).toBe(false);
  });

  it('promises no mail at sign-up where none is sent', async () => {
    const silent = {
      emailAndPassword: { requireEmailVerification: true },
      emailVerification: { sendVerificationEmail: false },
    };
    const { emailAndPassword, emailVerification } = await asked(silent);
    expect([emailAndPassword.sendsVerificationOnSignUp, emailVerification.canSend]).toEqual([false, false]);
    const eager = await asked({ emailVerification: { sendOnSignUp: true } });
    expect(eager.emailAndPassword.sendsVerificationOnSignUp).toBe(true);
  });

  it.each([
    [true, true, { hasSandbox: true, isTestMode: false }],
    [false, true, { hasSandbox: true, isTestMode: true }],
    [false, false, { hasSandbox: false, isTestMode: false }],
  ])(
    'says whether there is a sandbox, and calls it test mode in production alone: in development %s, sandbox %s',
    (isDevelopment, hasSandbox, expected) => {
      expect(viewOptions(IdentityOptions.parse({}), { hasSandbox, isDevelopment })).toMatchObject(expected);
    },
  );

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])(
    'says that the clock can be moved: in development %s, option %s',
    (isDevelopment, timeMachine, expected) => {
      const options = IdentityOptions.parse({ timeMachine });
      expect(viewOptions(options, { hasSandbox: false, isDevelopment }).isClockMovable).toBe(expected);
    },
  );
});

type Body = Awaited<ReturnType<typeof asked>>;

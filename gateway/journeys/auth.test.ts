/**
 * The auth API through the gateway with the unmodified client of the contract: every endpoint, every answer, cookies
 * included. Where an answer deliberately differs from the contract, the test says why. The chapters are in `auth/`:
 * a system takes seconds to start, so all that can be asked of one is asked of the same.
 */
import { betterAuth } from 'better-auth';
import { admin, multiSession, organization, username } from 'better-auth/plugins';
import { describeAccounts } from './auth/accounts.ts';
import { describeAddresses } from './auth/addresses.ts';
import { describeAdmin } from './auth/admin.ts';
import { answersOf, codeOf, endpointsSeen } from './auth/answers.ts';
import { describeClosed } from './auth/closed.ts';
import { anyPost, contract, outOfReach } from './auth/contract.ts';
import { describeDevices } from './auth/devices.ts';
import { describeImpersonation } from './auth/impersonation.ts';
import { describeInvitations } from './auth/invitations.ts';
import { withLab } from './auth/lab.ts';
import { describeMembers } from './auth/members.ts';
import { closedOptions, openOptions, strictOptions } from './auth/options.ts';
import { describeOrganizations } from './auth/organizations.ts';
import { describePasswords } from './auth/passwords.ts';
import { describeProfile } from './auth/profile.ts';
import { describeSessions } from './auth/sessions.ts';
import { describeSignIn } from './auth/sign-in.ts';
import { describeSocial } from './auth/social.ts';
import { describeStrict } from './auth/strict.ts';
import { describeTeams } from './auth/teams.ts';
import { describeTransport } from './auth/transport.ts';

const chapters = {
  'sign-in': describeSignIn,
  sessions: describeSessions,
  passwords: describePasswords,
  addresses: describeAddresses,
  profile: describeProfile,
  'other providers': describeSocial,
  'linked accounts': describeAccounts,
  administrators: describeAdmin,
  impersonation: describeImpersonation,
  'several accounts': describeDevices,
  organizations: describeOrganizations,
  members: describeMembers,
  invitations: describeInvitations,
  teams: describeTeams,
  transport: describeTransport,
};

describe('with everything switched on', () => {
  const lab = withLab(openOptions);
  describe.each(Object.entries(chapters))('%s', (_name, chapter) => chapter(lab));
});

describe('where addresses have to be proven', () => {
  describeStrict(withLab(strictOptions));
});

describe('where much is switched off', () => {
  describeClosed(withLab(closedOptions));
});

/** Holds only after all of the above has run. */
describe('the contract', () => {
  it('lists every endpoint of the library itself', () => {
    const plugins = [username(), organization({ teams: { enabled: true } }), admin(), multiSession()];
    const { api } = betterAuth({ secret: 'x'.repeat(32), plugins, logger: { disabled: true } });
    const endpoints = Object.values(api as unknown as Record<string, Endpoint>)
      .filter(({ options }) => !options.metadata?.SERVER_ONLY)
      .flatMap(({ path, options }) => [options.method].flat().map((method) => `${method} ${path}`));
    expect(endpoints.toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  it.each(Object.keys(contract))('was seen whole, and nothing else, at %s', (endpoint) => {
    const answers = answersOf(endpoint).filter((answer) => !isAnyPost(endpoint, answer));
    expect(answers).toEqual(contract[endpoint]?.toSorted());
  });

  it('was seen to check where requests come from and lead to', () => {
    const seen = new Set(Object.keys(contract).flatMap(answersOf));
    expect(anyPost.filter((answer) => !seen.has(answer))).toEqual([]);
  });

  it('was seen to have no other routes', () => {
    const others = endpointsSeen().filter((endpoint) => !(endpoint in contract));
    expect(others.flatMap(answersOf).filter((answer) => !/^404 |^403 Invalid/.test(answer))).toEqual([]);
  });

  it('does not list what it says nobody can reach', () => {
    const listed = Object.entries(contract).flatMap(([endpoint, answers]) =>
      answers.map((answer) => `${endpoint}: ${answer}`),
    );
    expect(outOfReach.filter(([answer]) => listed.includes(answer))).toEqual([]);
  });

  it.each([
    ["You can't unlink your last account", 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT'],
    [
      'Session expired. Re-authenticate to perform this action.',
      'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
    ],
    ["Couldn't update your email", 'COULDNT_UPDATE_YOUR_EMAIL'],
    ['username is already taken. please try another.', 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'],
    ['token_expired', 'TOKEN_EXPIRED'],
  ])('derives the code of %s as upstream was seen to', (message, code) => expect(codeOf(message)).toBe(code));
});

type Endpoint = {
  path: string;
  options: { method: string | string[]; metadata?: { SERVER_ONLY?: boolean } };
};

/** Links are checked by GET routes of their own; what every POST may say is listed for all of them at once. */
const isAnyPost = (endpoint: string, answer: string): boolean =>
  anyPost.includes(answer) && endpoint.startsWith('POST');

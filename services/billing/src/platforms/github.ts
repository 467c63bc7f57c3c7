/** GitHub's REST API: repositories through an App installed by their owner, customers by their account id. */
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { callPlatform, type PlatformCall, PlatformFailure, type PlatformReply } from './http.ts';
import type { GitHubOptions } from './options.ts';
import type { Account, Place, Platform, Proof } from './platform.ts';

const User = z.object({ id: z.number(), login: z.string() });
const TokenReply = z.object({ access_token: z.string() });
const InstallationToken = z.object({ token: z.string() });
const Installations = z.object({ installations: z.array(z.object({ id: z.number() })) });
const Repositories = z.object({
  repositories: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      owner: z.object({ login: z.string() }),
      permissions: z.object({ admin: z.boolean().optional() }).optional(),
    }),
  ),
});
const Invitations = z.array(
  z.object({
    id: z.number(),
    invitee: z.object({ id: z.number() }).nullable(),
    expired: z.boolean().default(false),
    permissions: z.string().optional(),
  }),
);

/** A repository that the person administers and the App can access. */
export type Repository = { id: number; installationId: number; owner: string; name: string };

export type GitHub = Platform & {
  /** The URL where a seller installs the App. */
  installUrl: string;
  /** The web address of GitHub or GitHub Enterprise. */
  webUrl: string;
  /** Returns the repositories of the App's installations that the authorizing person administers. */
  findRepositories: (proof: Proof) => Promise<Repository[]>;
};

const perPage = 100;
/** Limit: no one chooses from a longer list. */
const maxPages = 10;

export const createGitHub = (options: GitHubOptions): GitHub => {
  const calls = createCalls(options);
  const { at, redeem } = calls;
  return {
    secret: options.clientSecret,
    installUrl: `${options.webUrl}/apps/${options.appSlug}/installations/new`,
    webUrl: options.webUrl,
    customerUrl: ({ state, challenge, redirectUri }) =>
      `${options.webUrl}/login/oauth/authorize?${new URLSearchParams({
        client_id: options.clientId,
        state,
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).toString()}`,
    identify: async (proof): Promise<Account> => {
      const as = await redeem(proof);
      const { id, login } = read(User, await callPlatform(at('/user'), { as }));
      return { id: String(id), username: login, tokens: null };
    },
    give: async ({ id }, place) => {
      await invite(calls, id, repositoryOf(place));
      return null;
    },
    take: (accountId, place) => remove(calls, accountId, repositoryOf(place)),
    findRepositories: async (proof) => {
      const as = await redeem(proof);
      const list = await callPlatform(at(`/user/installations?per_page=${perPage}`), { as });
      const found: Repository[] = [];
      for (const { id } of read(Installations, list).installations)
        found.push(...(await administered(at, { as, installationId: id })));
      return found;
    },
  };
};

type Calls = ReturnType<typeof createCalls>;

/** URLs and authorization: as the App, as an installation of it, or as the authorizing person. */
const createCalls = (options: GitHubOptions) => {
  const at = (path: string) => `${options.apiUrl}${path}`;
  const asApp = async (): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const jwt = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(options.appId)
      // Tolerates clock skew.
      .setIssuedAt(now - 60)
      .setExpirationTime(now + 540)
      .sign(createPrivateKey(options.privateKey));
    return `Bearer ${jwt}`;
  };
  /** Returns the authorization of the repository's installation. */
  const asInstallation = async ({ repositoryOwner, repositoryName }: RepositoryPlace): Promise<string> => {
    const app = await asApp();
    const found = await callPlatform(at(`/repos/${repositoryOwner}/${repositoryName}/installation`), {
      as: app,
    });
    if (found.status !== 200) throw refusalOf(found);
    const { id } = read(z.object({ id: z.number() }), found);
    const reply = await callPlatform(at(`/app/installations/${id}/access_tokens`), {
      method: 'POST',
      as: app,
    });
    return `Bearer ${read(InstallationToken, reply).token}`;
  };
  const loginOf = async (accountId: string, as: string): Promise<string | null> => {
    const reply = await callPlatform(at(`/user/${encodeURIComponent(accountId)}`), { as });
    return reply.status === 404 ? null : read(User, reply).login;
  };
  const redeem = async ({ code, verifier, redirectUri }: Proof): Promise<string> => {
    const reply = await callPlatform(`${options.webUrl}/login/oauth/access_token`, {
      method: 'POST',
      form: {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      },
    });
    const parsed = TokenReply.safeParse(reply.json);
    if (reply.status === 200 && parsed.success) return `Bearer ${parsed.data.access_token}`;
    throw new PlatformFailure('customer', 'GitHub did not confirm the account.', { status: reply.status });
  };
  return { at, asInstallation, loginOf, redeem };
};

/** Permissions with another name in invitations. */
const asInvited: Record<string, string> = { pull: 'read', push: 'write' };

/** Grants a person access, by an invitation if they have none yet. */
const invite = async (
  { at, asInstallation, loginOf }: Calls,
  accountId: string,
  repository: RepositoryPlace,
): Promise<void> => {
  const as = await asInstallation(repository);
  const login = await loginOf(accountId, as);
  if (login === null)
    throw new PlatformFailure('customer', 'This GitHub account no longer exists. Connect another one.');
  // GitHub sends no new invitation while another one exists, so one that is of no use is deleted first.
  const invited = asInvited[repository.permission] ?? repository.permission;
  await dropInvitations(
    at,
    { as, repository, accountId },
    ({ expired, permissions = invited }) => expired || permissions !== invited,
  );
  const call: PlatformCall = { method: 'PUT', as, json: { permission: repository.permission } };
  const reply = await callPlatform(collaborator(at, repository, login), call);
  // 201: an invitation was sent; 204: they already have access.
  if (reply.status !== 201 && reply.status !== 204) throw refusalOf(reply);
};

/** Revokes access and pending invitations. */
const remove = async (
  { at, asInstallation, loginOf }: Calls,
  accountId: string,
  repository: RepositoryPlace,
): Promise<void> => {
  const as = await asInstallation(repository).catch((error: unknown) => {
    // If the App was uninstalled, access can no longer be revoked.
    if (error instanceof PlatformFailure && error.status === 404) return null;
    throw error;
  });
  const login = as && (await loginOf(accountId, as));
  if (!as || !login) return;
  const reply = await callPlatform(collaborator(at, repository, login), { method: 'DELETE', as });
  if (reply.status !== 204 && reply.status !== 404) throw refusalOf(reply);
  await dropInvitations(at, { as, repository, accountId }, () => true);
};

/** Deletes a person's matching invitations to a repository. */
const dropInvitations = async (
  at: Calls['at'],
  { as, repository, accountId }: { as: string; repository: RepositoryPlace; accountId: string },
  isMeant: (invitation: z.output<typeof Invitations>[number]) => boolean,
): Promise<void> => {
  const path = at(`/repos/${repository.repositoryOwner}/${repository.repositoryName}/invitations`);
  const waiting = await callPlatform(`${path}?per_page=${perPage}`, { as });
  if (waiting.status !== 200) return;
  for (const invitation of read(Invitations, waiting))
    if (String(invitation.invitee?.id) === accountId && isMeant(invitation))
      await callPlatform(`${path}/${invitation.id}`, { method: 'DELETE', as });
};

const administered = async (
  at: (path: string) => string,
  { as, installationId }: { as: string; installationId: number },
): Promise<Repository[]> => {
  const found: Repository[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const path = `/user/installations/${installationId}/repositories?per_page=${perPage}&page=${page}`;
    const { repositories } = read(Repositories, await callPlatform(at(path), { as }));
    for (const { id, name, owner, permissions } of repositories)
      if (permissions?.admin) found.push({ id, installationId, owner: owner.login, name });
    if (repositories.length < perPage) break;
  }
  return found;
};

type RepositoryPlace = Extract<Place, { repositoryOwner: string }>;

const repositoryOf = (place: Place): RepositoryPlace => {
  if ('repositoryOwner' in place) return place;
  throw new Error('a place on GitHub is a repository');
};

const collaborator = (at: (path: string) => string, place: RepositoryPlace, login: string): string =>
  at(`/repos/${place.repositoryOwner}/${place.repositoryName}/collaborators/${encodeURIComponent(login)}`);

const refusalOf = ({ status }: PlatformReply): PlatformFailure => {
  if (status === 404)
    return new PlatformFailure(
      'refused',
      'The repository no longer exists, or the GitHub App is no longer installed for it.',
      {
        status,
      },
    );
  if (status === 403)
    return new PlatformFailure(
      'refused',
      'The GitHub App is not allowed to invite people to this repository.',
      { status },
    );
  if (status === 422)
    return new PlatformFailure('customer', 'GitHub cannot invite this account to the repository.', {
      status,
    });
  return new PlatformFailure('refused', `GitHub answered ${status}.`, { status });
};

const read = <Shape extends z.ZodType>(shape: Shape, { status, json }: PlatformReply): z.output<Shape> => {
  const parsed = shape.safeParse(json);
  if (status < 300 && parsed.success) return parsed.data;
  throw new PlatformFailure('refused', `GitHub answered ${status}.`, { status });
};

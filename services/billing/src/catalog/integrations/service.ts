/** Connects Discord servers and GitHub repositories that a seller's benefits grant access to. */
import { requireManager } from '@tessera/kit/access/rules';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  AuthorizeReply,
  CallbackQuery,
  GuildReply,
  IntegrationAuthorizeQuery,
  Integrations,
  RepositoryList,
} from '@tessera/proto/api/billing/integration';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { Guild } from '../../platforms/discord.ts';
import { PlatformFailure } from '../../platforms/http.ts';
import type { PlatformName } from '../../platforms/platform.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import { createGuildToken, readGuildToken } from './guild-token.ts';
import { findRepositories, storeRepositories } from './repositories.ts';
import { takeState, writeState } from './states.ts';

const callbackOf = (publicUrl: string, platform: PlatformName): string =>
  `${publicUrl}/api/billing/v1/integrations/${platform}/callback`;

/** The error for a platform that is not configured. */
export const notOffered = () =>
  kitErrors.NotPermitted('This platform is not configured in this installation.');

export const viewIntegrations = ({ platforms: { discord, github } }: Billing): Integrations => ({
  discord: { isOffered: discord !== null },
  github: { isOffered: github !== null, installUrl: github?.installUrl ?? null },
});

/** Returns the OAuth URL for connecting a platform. Throws NotPermitted. */
export const authorizeSeller = async (
  billing: Billing,
  { platform, caller }: { platform: PlatformName; caller: Caller },
  { organizationId, returnTo }: IntegrationAuthorizeQuery,
): Promise<AuthorizeReply> => {
  // The callback needs the same user's session.
  if (caller.kind !== 'user') throw kitErrors.NotPermitted('Sign in to connect a platform.');
  await requireManager(billing, caller, organizationId);
  const { discord, github } = billing.platforms;
  const redirectUri = callbackOf(billing.publicUrl, platform);
  const departure = {
    ...{ platform, organizationId, customerId: null, userId: caller.userId, returnTo },
    browser: null,
  };
  const isOffered = platform === 'discord' ? discord !== null : github !== null;
  if (!isOffered) throw notOffered();
  const { state, challenge } = await writeState(billing.db.manager, billing.now(), departure);
  const url =
    platform === 'discord'
      ? discord?.sellerUrl({ state, redirectUri })
      : github?.customerUrl({ state, challenge, redirectUri });
  return { url: url ?? '' };
};

/** Completes the OAuth flow. Returns the URL to redirect to, with the guild token or an error in its query. */
export const returnSeller = async (
  billing: Billing,
  { platform, caller }: { platform: PlatformName; caller: Caller },
  { state, code, error }: CallbackQuery,
): Promise<string> => {
  const departure = await takeState(billing.db.manager, billing.now(), state);
  const isTheirs = caller.kind === 'user' && departure?.userId === caller.userId;
  if (!departure || departure.platform !== platform || !isTheirs)
    return `${billing.publicUrl}/?error=state_not_found`;
  const { organizationId, returnTo, verifier } = departure;
  const back = (query: Record<string, string>) => withQuery(`${billing.publicUrl}${returnTo}`, query);
  if (!code || error) return back({ error: error ?? 'no_code' });
  await requireManager(billing, caller, organizationId);
  const redirectUri = callbackOf(billing.publicUrl, platform);
  try {
    return back(await keepConnected(billing, { platform, organizationId }, { code, verifier, redirectUri }));
  } catch (failure) {
    if (!(failure instanceof PlatformFailure)) throw failure;
    billing.log.info({ err: failure, platform }, 'a seller could not be connected');
    return back({ error: 'connection_failed' });
  }
};

const keepConnected = async (
  { db, files, platforms: { discord, github } }: Billing,
  { platform, organizationId }: { platform: PlatformName; organizationId: string },
  proof: { code: string; verifier: string; redirectUri: string },
): Promise<Record<string, string>> => {
  // What was refused so far may be possible now.
  const note = (em: EntityManager) =>
    noteCatalogChange(em, `${platform}_connected`, { id: organizationId, organizationId });
  if (platform === 'discord') {
    if (!discord) throw notOffered();
    const guildId = await discord.findGuildOf(proof);
    await transact(db, note);
    return { guild_token: await createGuildToken(files.signer, organizationId, guildId) };
  }
  if (!github) throw notOffered();
  const repositories = await github.findRepositories(proof);
  await transact(db, async (em) => {
    await storeRepositories(em, organizationId, repositories);
    await note(em);
  });
  return { connected: platform };
};

const withQuery = (address: string, query: Record<string, string>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
};

/** The Discord server of a guild token. Throws a validation error, NotPermitted or ServiceUnavailable. */
export const getGuild = async (
  billing: Billing,
  caller: Caller,
  { organizationId, guildToken }: { organizationId: string; guildToken: string },
): Promise<GuildReply> => {
  await requireManager(billing, caller, organizationId);
  const { discord } = billing.platforms;
  if (!discord) throw notOffered();
  const guildId = await readGuildToken(billing.files.signer, organizationId, guildToken);
  const guild = guildId && (await askGuild(discord.findGuild(guildId)));
  if (!guild) throw refuseField(['query', 'guild_token'], 'The bot is not in this server.');
  return viewGuild(guild, discord.botId);
};

const askGuild = (guild: Promise<Guild | null>): Promise<Guild | null> =>
  guild.catch((failure: unknown) => {
    if (!(failure instanceof PlatformFailure)) throw failure;
    throw kitErrors.ServiceUnavailable(failure.message);
  });

/** Omits roles that integrations manage, and `@everyone`, whose id is that of the server. */
export const viewGuild = ({ id, name, roles }: Guild, botId: string): GuildReply => {
  const bots = roles.filter(({ tags }) => tags?.bot_id);
  const own = bots.filter(({ tags }) => tags?.bot_id === botId);
  // The bots of old applications have other ids than these.
  const bot = Math.max(...(own.length > 0 ? own : bots).map(({ position }) => position), 0);
  return {
    id,
    name,
    roles: roles
      .filter((role) => !role.managed && role.id !== id)
      .toSorted((one, other) => other.position - one.position)
      .map((role) => ({
        id: role.id,
        name: role.name,
        color: `#${role.color.toString(16).padStart(6, '0')}`,
        isAssignable: role.position < bot,
      })),
  };
};

/** The repositories that members of the organization have proven to administer. */
export const listRepositories = async (
  billing: Billing,
  caller: Caller,
  organizationId: string,
): Promise<RepositoryList> => {
  await requireManager(billing, caller, organizationId);
  return { items: await findRepositories(billing.db.manager, organizationId) };
};

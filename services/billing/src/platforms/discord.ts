/** Discord's REST API: guilds through a bot, members through their OAuth consent. */
import { z } from 'zod';
import { createDiscordOAuth, read, reconnect, tokensOf } from './discord-oauth.ts';
import { callPlatform, PlatformFailure, type PlatformReply } from './http.ts';
import type { DiscordOptions } from './options.ts';
import type { Account, Place, Platform, Proof, Tokens } from './platform.ts';

const User = z.object({ id: z.string(), username: z.string().nullish() });
const Guild = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      position: z.number(),
      color: z.number(),
      managed: z.boolean().optional(),
      tags: z.object({ bot_id: z.string().optional() }).nullish(),
    }),
  ),
});
export type Guild = z.output<typeof Guild>;

export type Discord = Platform & {
  /** The bot's user id: the id of its application. */
  botId: string;
  /** The URL where a seller adds the bot to a guild. */
  sellerUrl: (asked: { state: string; redirectUri: string }) => string;
  /** Returns the id of the guild that the bot was added to. */
  findGuildOf: (proof: Omit<Proof, 'verifier'>) => Promise<string>;
  /** Returns a guild with its roles; null: the bot is no longer in it. */
  findGuild: (guildId: string) => Promise<Guild | null>;
};

/** CREATE_INSTANT_INVITE and MANAGE_ROLES. */
const botPermissions = (1 << 0) | (1 << 28);

export const createDiscord = (options: DiscordOptions): Discord => {
  const oauth = createDiscordOAuth(options);
  const api = { oauth, bot: `Bot ${options.botToken}`, at: (path: string) => `${options.apiUrl}${path}` };
  return {
    secret: options.clientSecret,
    botId: options.clientId,
    customerUrl: ({ state, challenge, redirectUri }) =>
      oauth.authorizeUrl({
        scope: 'identify guilds.join',
        state,
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: 'consent',
      }),
    identify: async (proof, now): Promise<Account> => {
      const reply = await oauth.redeem(proof, { code_verifier: proof.verifier });
      const me = await callPlatform(api.at('/users/@me'), { as: `Bearer ${reply.access_token}` });
      const { id, username } = read(User, me, 'customer');
      return { id, username: username ?? null, tokens: tokensOf(reply, now) };
    },
    give: (account, place, now) => giveRole(api, account, { ...roleOf(place), now }),
    take: (accountId, place) => takeRole(api, accountId, roleOf(place)),
    sellerUrl: ({ state, redirectUri }) =>
      oauth.authorizeUrl({
        scope: 'bot',
        permissions: String(botPermissions),
        state,
        redirect_uri: redirectUri,
      }),
    findGuildOf: async (proof) => {
      const { guild } = await oauth.redeem(proof);
      if (!guild) throw new PlatformFailure('refused', 'No server was chosen on Discord.');
      return guild.id;
    },
    findGuild: async (guildId) => {
      const reply = await callPlatform(api.at(`/guilds/${guildId}`), { as: api.bot });
      return reply.status === 403 || reply.status === 404 ? null : read(Guild, reply, 'refused');
    },
  };
};

/** `bot`: what the bot authorizes itself with. `at`: the URL of a path of the API. */
type Api = { oauth: ReturnType<typeof createDiscordOAuth>; bot: string; at: (path: string) => string };
type Role = { guildId: string; roleId: string };

/** Gives a role to an account, which joins the guild with it if need be. Returns the tokens used to join, else null. */
const giveRole = async (
  { oauth, bot, at }: Api,
  { id, tokens }: Account,
  { guildId, roleId, now }: Role & { now: Date },
): Promise<Tokens | null> => {
  const role = at(`/guilds/${guildId}/members/${id}/roles/${roleId}`);
  // An existing member only needs the role.
  const given = await callPlatform(role, { method: 'PUT', as: bot });
  if (given.status === 204) return null;
  if (!isUnknownMember(given)) throw refusalOf(given);
  const fresh = await oauth.refreshed(tokens, now);
  const added = await callPlatform(at(`/guilds/${guildId}/members/${id}`), {
    method: 'PUT',
    as: bot,
    json: { access_token: fresh.accessToken, roles: [roleId] },
  });
  if (added.status === 201) return fresh;
  if (added.status !== 204) throw refusalOf(added);
  const again = await callPlatform(role, { method: 'PUT', as: bot });
  if (again.status !== 204) throw refusalOf(again);
  return fresh;
};

const takeRole = async ({ bot, at }: Api, accountId: string, { guildId, roleId }: Role): Promise<void> => {
  const reply = await callPlatform(at(`/guilds/${guildId}/members/${accountId}/roles/${roleId}`), {
    method: 'DELETE',
    as: bot,
  });
  // 404: the member has left, or the role or guild was deleted, so there is nothing to revoke.
  if (reply.status !== 204 && reply.status !== 404) throw refusalOf(reply);
};

const roleOf = (place: Place): Role => {
  if ('guildId' in place) return place;
  throw new Error('a place on Discord is a role of a guild');
};

const unknownMember = 10_007;
const codeOf = ({ json }: PlatformReply): unknown => (json as { code?: unknown } | null)?.code;
const isUnknownMember = (reply: PlatformReply): boolean =>
  reply.status === 404 && codeOf(reply) === unknownMember;

/** Discord's JSON error codes that say more than the status. */
const refusals: Record<number, ['refused' | 'customer', string]> = {
  30_001: [
    'customer',
    'This Discord account is in as many servers as Discord allows. Leave one of them first.',
  ],
  40_007: ['customer', 'This Discord account is banned from the server.'],
  50_001: ['refused', 'The bot is no longer in the server.'],
};

const refusalOf = (reply: PlatformReply): PlatformFailure => {
  const { status } = reply;
  const code = Number(codeOf(reply));
  // The customer's own token is invalid.
  if (code === 50_025) return reconnect();
  const [fault, message] = refusals[code] ?? ['refused', refusalOfStatus(status)];
  return new PlatformFailure(fault, message, { status });
};

const refusalOfStatus = (status: number): string => {
  if (status === 401) return 'Discord does not recognize the bot.';
  if (status === 403) return "The bot cannot assign this role. Move the bot's own role above it.";
  if (status === 404) return 'The server or role no longer exists on Discord.';
  return `Discord answered ${status}.`;
};

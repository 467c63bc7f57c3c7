/** Other platforms of benefits, and how sellers and customers connect them. Addition to the contract. */
import { z } from 'zod';
import { id, text } from '../fields.ts';

/** The platforms, by the name used in customers' accounts. */
export const PlatformName = z.enum(['discord', 'github']);

/**
 * The cookie of the browser in which a customer connects an account. The prefix keeps sibling domains from setting it.
 */
export const connectingCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-tessera_connecting' : 'tessera_connecting';

/** A path of the web application or the portal to return to. */
const returnPath = text.max(2_000).regex(/^\/(?![/\\])[^\\\s]*$/, 'Must be a path');

/** Which types of benefits are available; `installUrl`: where the GitHub App is installed. */
export const Integrations = z.object({
  discord: z.object({ isOffered: z.boolean() }),
  github: z.object({ isOffered: z.boolean(), installUrl: z.string().nullable() }),
});
export type Integrations = z.infer<typeof Integrations>;

/** Sends a seller to a platform, which redirects back to `returnTo`, a path of the web application. */
export const IntegrationAuthorizeQuery = z.object({ organizationId: id, returnTo: returnPath });
export type IntegrationAuthorizeQuery = z.output<typeof IntegrationAuthorizeQuery>;

/** Sends a customer to a platform; `returnTo` is relative to their portal. */
export const AccountAuthorize = z.object({
  platform: PlatformName,
  returnTo: text
    .max(200)
    .regex(/^(\/[\w-]+)*\/?$/, 'Must be a path')
    .default('/benefits'),
});
export type AccountAuthorize = z.output<typeof AccountAuthorize>;

/** The URL to which to redirect the browser. */
export const AuthorizeReply = z.object({ url: z.string() });
export type AuthorizeReply = z.infer<typeof AuthorizeReply>;

/** The query with which a platform redirects back. */
export const CallbackQuery = z.object({
  state: text.max(500).optional(),
  code: text.max(2_000).optional(),
  error: text.max(500).optional(),
});
export type CallbackQuery = z.output<typeof CallbackQuery>;

export const GuildQuery = z.object({ organizationId: id, guildToken: text.min(1).max(500) });

/** A guild and its roles, highest first. `isAssignable`: the bot's own role is above it. */
export const GuildReply = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(
    z.object({ id: z.string(), name: z.string(), color: z.string(), isAssignable: z.boolean() }),
  ),
});
export type GuildReply = z.infer<typeof GuildReply>;

export const RepositoryQuery = z.object({ organizationId: id });

/** A seller's repositories, ordered by name. */
export const RepositoryList = z.object({
  items: z.array(z.object({ owner: z.string(), name: z.string() })),
});
export type RepositoryList = z.infer<typeof RepositoryList>;

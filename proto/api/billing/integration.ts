/** Other platforms on which benefits live: how sellers and customers connect them. All of it ours. */
import { z } from 'zod';
import { id, text } from '../fields.ts';

/** The platforms by the name that customers' accounts carry. */
export const PlatformName = z.enum(['discord', 'github']);

/** A path of the web application or of the portal to come back to. */
const returnPath = text.max(2_000).regex(/^\/(?![/\\])[^\\\s]*$/, 'Must be a path');

/** Which kinds of benefits are offered here; `installUrl`: where the GitHub App is installed. */
export const Integrations = z.object({
  discord: z.object({ isOffered: z.boolean() }),
  github: z.object({ isOffered: z.boolean(), installUrl: z.string().nullable() }),
});
export type Integrations = z.infer<typeof Integrations>;

/** A seller leaves for a platform and comes back to `returnTo`, a path of the web application. */
export const IntegrationAuthorizeQuery = z.object({ organizationId: id, returnTo: returnPath });
export type IntegrationAuthorizeQuery = z.output<typeof IntegrationAuthorizeQuery>;

/** A customer does; `returnTo` is below their portal. */
export const AccountAuthorize = z.object({
  platform: PlatformName,
  returnTo: text
    .max(200)
    .regex(/^(\/[\w-]+)*\/?$/, 'Must be a path')
    .default('/benefits'),
});
export type AccountAuthorize = z.output<typeof AccountAuthorize>;

/** Where to send the browser. */
export const AuthorizeReply = z.object({ url: z.string() });
export type AuthorizeReply = z.infer<typeof AuthorizeReply>;

/** How a platform sends somebody back. */
export const CallbackQuery = z.object({
  state: text.max(500).optional(),
  code: text.max(2_000).optional(),
  error: text.max(500).optional(),
});
export type CallbackQuery = z.output<typeof CallbackQuery>;

export const GuildQuery = z.object({ organizationId: id, guildToken: text.min(1).max(500) });

/** A guild with the roles that may be given, highest first. `isAssignable`: the bot's own role stands above it. */
export const GuildReply = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(
    z.object({ id: z.string(), name: z.string(), color: z.string(), isAssignable: z.boolean() }),
  ),
});
export type GuildReply = z.infer<typeof GuildReply>;

export const RepositoryQuery = z.object({ organizationId: id });

/** The repositories of a seller, by name. */
export const RepositoryList = z.object({
  items: z.array(z.object({ owner: z.string(), name: z.string() })),
});
export type RepositoryList = z.infer<typeof RepositoryList>;

/** Credentials of the applications through which benefits reach other platforms. */
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const secret = z.string().min(1);

/** A Discord application with a bot that may manage roles and add members. */
export const DiscordOptions = z.strictObject({
  clientId: secret,
  clientSecret: secret,
  botToken: secret,
  apiUrl: httpUrl.default('https://discord.com/api/v10'),
  authorizeUrl: httpUrl.default('https://discord.com/oauth2/authorize'),
});
export type DiscordOptions = z.output<typeof DiscordOptions>;

/** A GitHub App with permission to administer repositories; `privateKey` in PEM format. */
export const GitHubOptions = z.strictObject({
  appId: z.coerce.string().min(1),
  appSlug: secret,
  clientId: secret,
  clientSecret: secret,
  privateKey: secret,
  apiUrl: httpUrl.default('https://api.github.com'),
  webUrl: httpUrl.default('https://github.com'),
});
export type GitHubOptions = z.output<typeof GitHubOptions>;

/** Discord's OAuth 2 flow for customers and sellers: authorization URLs, and tokens. */
import { z } from 'zod';
import { callPlatform, PlatformFailure, type PlatformReply } from './http.ts';
import type { DiscordOptions } from './options.ts';
import type { Proof, Tokens } from './platform.ts';

const TokenReply = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullish(),
  expires_in: z.number().nullish(),
  guild: z.object({ id: z.string(), name: z.string().optional() }).nullish(),
});

/** Tokens that expire within this time are refreshed first. */
const marginMilliseconds = 60_000;

/** The OAuth client of a Discord application. */
export const createDiscordOAuth = (options: DiscordOptions) => {
  const exchange = (form: Record<string, string>): Promise<PlatformReply> =>
    callPlatform(`${options.apiUrl}/oauth2/token`, {
      method: 'POST',
      form: { client_id: options.clientId, client_secret: options.clientSecret, ...form },
    });
  /** Exchanges an authorization code. */
  const redeem = async ({ code, redirectUri }: Omit<Proof, 'verifier'>, more = {}) =>
    read(
      TokenReply,
      await exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more }),
      'customer',
    );
  /** Returns valid tokens, refreshed if needed. */
  const refreshed = async (tokens: Tokens | null, now: Date): Promise<Tokens> => {
    if (
      tokens &&
      (tokens.expiresAt === null || Date.parse(tokens.expiresAt) - marginMilliseconds > now.getTime())
    )
      return tokens;
    if (!tokens?.refreshToken) throw reconnect();
    const reply = await exchange({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
    if (reply.status >= 400) throw reconnect();
    return tokensOf(read(TokenReply, reply, 'customer'), now);
  };
  const authorizeUrl = (query: Record<string, string>): string =>
    `${options.authorizeUrl}?${new URLSearchParams({ client_id: options.clientId, response_type: 'code', ...query }).toString()}`;
  return { redeem, refreshed, authorizeUrl };
};

export const tokensOf = (
  { access_token, refresh_token, expires_in }: z.output<typeof TokenReply>,
  now: Date,
) => ({
  accessToken: access_token,
  refreshToken: refresh_token ?? null,
  expiresAt: expires_in ? new Date(now.getTime() + expires_in * 1000).toISOString() : null,
});

export const reconnect = () =>
  new PlatformFailure('customer', 'Access to your Discord account has ended. Connect it again.');

/** Parses a response; throws PlatformFailure if it has not this shape. */
export const read = <Shape extends z.ZodType>(
  shape: Shape,
  { status, json }: PlatformReply,
  fault: 'customer' | 'refused',
): z.output<Shape> => {
  const parsed = shape.safeParse(json);
  if (status < 300 && parsed.success) return parsed.data;
  throw new PlatformFailure(fault, `Discord answered ${status}.`, { status });
};

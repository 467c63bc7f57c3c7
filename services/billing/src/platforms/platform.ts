/** The interface of platforms on which customers have accounts. */

/** The names of platforms, as stored with customers' accounts. */
export const platformNames = ['discord', 'github'] as const;
export type PlatformName = (typeof platformNames)[number];

/** Lets billing act for an account; stored encrypted. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresAt: string | null };

/** An account at its platform. */
export type Account = { id: string; username: string | null; tokens: Tokens | null };

/** What an account is granted there: a role in a guild, a permission on a repository. */
export type Place =
  | { guildId: string; roleId: string }
  | { repositoryOwner: string; repositoryName: string; permission: string };

export type Proof = { code: string; verifier: string; redirectUri: string };

/** Calls to a platform: never inside of transactions. They are idempotent and throw PlatformFailure. */
export type Platform = {
  /** Secret that tokens are encrypted with; after a change of the credentials customers must reconnect. */
  secret: string;
  /** The URL where a customer authorizes the use of their account. */
  customerUrl: (asked: { state: string; challenge: string; redirectUri: string }) => string;
  /** Returns the account that was authorized. */
  identify: (proof: Proof, now: Date) => Promise<Account>;
  /** Returns the tokens if they were refreshed, else null. */
  give: (account: Account, place: Place, now: Date) => Promise<Tokens | null>;
  take: (accountId: string, place: Place) => Promise<void>;
};

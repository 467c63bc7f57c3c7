/** What billing asks of a platform on which customers have accounts. */

/** The platforms by the name that customers' accounts carry. */
export const platformNames = ['discord', 'github'] as const;
export type PlatformName = (typeof platformNames)[number];

/** What lets billing act for an account; kept sealed. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresAt: string | null };

/** An account as its platform names it. */
export type Account = { id: string; username: string | null; tokens: Tokens | null };

/** What an account is given there: a role in a guild, a right on a repository. */
export type Place =
  | { guildId: string; roleId: string }
  | { repositoryOwner: string; repositoryName: string; permission: string };

export type Proof = { code: string; verifier: string; redirectUri: string };

/** Calls to a platform: outside of transactions only. They throw PlatformFailure, and doing one twice changes nothing. */
export type Platform = {
  /** What tokens are sealed with; who sets the application up anew asks customers to connect again. */
  secret: string;
  /** Where a customer agrees that their account is used. */
  customerUrl: (asked: { state: string; challenge: string; redirectUri: string }) => string;
  /** The account that has agreed. */
  identify: (proof: Proof, now: Date) => Promise<Account>;
  /** Answers the tokens where they are others now. */
  give: (account: Account, place: Place, now: Date) => Promise<Tokens | null>;
  take: (accountId: string, place: Place) => Promise<void>;
};

/** What a row of the provider table says, and what the engine makes of it. */
import type { ProviderId } from '@tessera/proto/api/identity/social';
import type { ProviderOptions } from './options.ts';

/** A provider's JSON, as it came. */
export type Json = Record<string, unknown>;

/** What a token endpoint answered; what it did not say is absent. */
export type Tokens = {
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
  tokenType?: string | undefined;
  accessTokenExpiresAt?: Date | undefined;
  refreshTokenExpiresAt?: Date | undefined;
  scopes?: string[] | undefined;
};

/** Someone as a provider knows them. */
export type Profile = {
  /** The provider's own id of the account. */
  id: string;
  name: string;
  /** Null: the provider named no address that mail could reach. */
  email: string | null;
  image: string | null;
  emailVerified: boolean;
  /** Whether the provider itself says that the address is theirs; less than `emailVerified` where that is a habit. */
  isEmailProven: boolean;
  /** What the configuration takes from the profile for fields of its own, as it came. */
  fields?: Json;
};

export type Endpoints = {
  authorization: string;
  token: string;
  /** Where tokens are refreshed; null: they are not. */
  refresh: string | null;
  /** Absent: the id token says it all. */
  userInfo?: string | undefined;
  jwks?: string | undefined;
};

/** A redirect to be built. */
export type Authorization = {
  options: ProviderOptions;
  state: string;
  scopes: string[];
  redirectUri: string;
  loginHint: string | undefined;
  /** The S256 challenge, for rows that use PKCE. */
  challenge: string | undefined;
};

/** Query parameters in their order; those without a value are left out. */
export type Parameters = [name: string, value: string | undefined][];

/** A profile to be fetched. */
export type ProfileCall = {
  options: ProviderOptions;
  endpoints: Endpoints;
  tokens: Tokens;
  /** What Apple posts beside the code: the person's name as JSON. */
  user: string | undefined;
};

/** Where the fields of a profile lie in a provider's JSON: paths, of which the first that is there counts. */
export type Mapping = {
  id: string;
  name: string[];
  email: string[];
  image: string[];
  emailVerified: boolean | string;
};

export type IdTokenRules = {
  issuers: string[];
  algorithms: string[];
  maxAge?: string;
};

export type ProviderRow = {
  endpoints: (options: ProviderOptions) => Endpoints;
  scopes: string[];
  /** `verifier`: sent with the code although no challenge was; `challenge`: both. */
  pkce?: 'challenge' | 'verifier';
  passesHint?: true;
  responseMode?: 'form_post';
  /** Parameters after the standard ones. */
  extra?: (options: ProviderOptions) => Parameters;
  /** Instead of the standard parameters. */
  authorize?: (authorization: Authorization) => Parameters;
  /** How the token endpoint is told who asks. Absent: in the form. */
  clientAuthentication?: 'basic';
  /** Accepted answer of the code exchange. Absent: JSON. */
  accept?: string;
  fetchProfile?: (call: ProfileCall) => Promise<Json | null>;
  mapping: Mapping;
  /** Last word on a profile; null: this account may not sign in. */
  adjust?: (profile: Profile, json: Json, call: ProfileCall) => Profile | null;
  /** The provider has no addresses: everyone gets one that is theirs alone and that no mail reaches. */
  hasNoAddresses?: true;
  idToken?: IdTokenRules;
};

/** A code and what goes with it. */
export type CodeGrant = {
  code: string;
  codeVerifier: string;
  redirectUri: string;
  deviceId?: string | undefined;
};

/** A row of the table with the options it is used with. */
export type ProviderContext = {
  id: ProviderId;
  row: ProviderRow;
  options: ProviderOptions;
  endpoints: Endpoints;
  now: () => Date;
};

/** Whether a code verifier goes along with the code. */
export const usesVerifier = ({ row, options }: Pick<ProviderContext, 'row' | 'options'>): boolean =>
  row.pkce !== undefined && options.pkce !== false;

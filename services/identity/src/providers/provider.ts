/** Types of the provider table and of the OAuth engine. */
import type { ProviderId } from '@tessera/proto/api/identity/social';
import type { ProviderOptions } from './options.ts';

/** A provider's raw JSON. */
export type Json = Record<string, unknown>;

/** The response of a token endpoint; what it lacks is absent. */
export type Tokens = {
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
  tokenType?: string | undefined;
  accessTokenExpiresAt?: Date | undefined;
  refreshTokenExpiresAt?: Date | undefined;
  scopes?: string[] | undefined;
};

/** A user's profile at a provider. */
export type Profile = {
  /** The provider's id of the account. */
  id: string;
  name: string;
  /** Null: the provider gave no usable address. */
  email: string | null;
  image: string | null;
  emailVerified: boolean;
  /**
   * Whether the provider itself has verified the address; stricter than `emailVerified`, which some set by default.
   */
  isEmailProven: boolean;
  /** Raw values for additional fields, as configured by `mapProfileToUser`. */
  fields?: Json;
};

export type Endpoints = {
  authorization: string;
  token: string;
  /** Where tokens are refreshed; null: they cannot be. */
  refresh: string | null;
  /** Absent: the id token contains the whole profile. */
  userInfo?: string | undefined;
  jwks?: string | undefined;
};

/** The parts of an authorization URL. */
export type Authorization = {
  options: ProviderOptions;
  state: string;
  scopes: string[];
  redirectUri: string;
  loginHint: string | undefined;
  /** The S256 challenge, for rows that use PKCE. */
  challenge: string | undefined;
};

/** Ordered query parameters; those without a value are left out. */
export type Parameters = [name: string, value: string | undefined][];

/** The context of fetching a profile. */
export type ProfileCall = {
  options: ProviderOptions;
  endpoints: Endpoints;
  tokens: Tokens;
  /** The JSON with the user's name that Apple posts beside the code. */
  user: string | undefined;
};

/** Where the fields of a profile are in a provider's JSON: paths, of which the first with a value counts. */
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
  /** `verifier`: sent with the code although there was no challenge; `challenge`: both. */
  pkce?: 'challenge' | 'verifier';
  passesHint?: true;
  responseMode?: 'form_post';
  /** Additional parameters after the standard ones. */
  extra?: (options: ProviderOptions) => Parameters;
  /** Replaces the standard parameters. */
  authorize?: (authorization: Authorization) => Parameters;
  /** How the client authenticates at the token endpoint. Absent: in the form. */
  clientAuthentication?: 'basic';
  /** Accept header of the code exchange. Absent: JSON. */
  accept?: string;
  fetchProfile?: (call: ProfileCall) => Promise<Json | null>;
  mapping: Mapping;
  /** Final adjustment of a profile; null: this account may not sign in. */
  adjust?: (profile: Profile, json: Json, call: ProfileCall) => Profile | null;
  /** The provider has no addresses: each user gets a unique placeholder that receives no mail. */
  hasNoAddresses?: true;
  idToken?: IdTokenRules;
};

/** A code and the parameters of its exchange. */
export type CodeGrant = {
  code: string;
  codeVerifier: string;
  redirectUri: string;
  deviceId?: string | undefined;
};

/** A row of the table with its options. */
export type ProviderContext = {
  id: ProviderId;
  row: ProviderRow;
  options: ProviderOptions;
  endpoints: Endpoints;
  now: () => Date;
};

/** Whether the code verifier is sent with the code. */
export const usesVerifier = ({ row, options }: Pick<ProviderContext, 'row' | 'options'>): boolean =>
  row.pkce !== undefined && options.pkce !== false;

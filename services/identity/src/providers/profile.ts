/** Maps a provider's JSON to a profile (contracts/auth.md, section 14; section 16, item 1). */
import { sha256 } from '@tessera/kit/secrets';
import { decodeJwt } from 'jose';
import { isAddress } from '../user-fields/address.ts';
import { bearer, fetchJson, ProviderFailure } from './http.ts';
import { at, firstText, firstValue, isYes, valuesAt } from './json.ts';
import type { ProviderOptions } from './options.ts';
import type { Json, Profile, ProfileCall, ProviderContext, Tokens } from './provider.ts';

/** Returns the profile of the tokens' owner. Null: no one who may sign in. Throws `ProviderFailure`. */
export const readProfile = async (
  context: ProviderContext,
  tokens: Tokens,
  user: string | undefined,
): Promise<Profile | null> => {
  const { row, options, endpoints } = context;
  const call = { options, endpoints, tokens, user };
  const json = await fetchClaims(context, call);
  const mapped = json && mapProfile(context, json);
  if (!json || !mapped) return null;
  const profile = row.adjust ? row.adjust(mapped, json, call) : mapped;
  return profile && finish(context, profile, json);
};

const fetchClaims = async ({ row }: ProviderContext, call: ProfileCall): Promise<Json | null> => {
  const { options, endpoints, tokens } = call;
  try {
    if (!options.getUserInfo) return claimsOf(tokens, options);
    if (row.fetchProfile) return await row.fetchProfile(call);
    if (!endpoints.userInfo || !row.endpoints(options).userInfo) return claimsOf(tokens, options);
    return await fetchJson(endpoints.userInfo, { headers: bearer(tokens) });
  } catch (cause) {
    throw cause instanceof ProviderFailure
      ? cause
      : new ProviderFailure('the profile cannot be read', { cause });
  }
};

/** An id token that comes straight from the token endpoint needs no signature check, but the audience must be us. */
const claimsOf = ({ idToken }: Tokens, options: ProviderOptions): Json | null => {
  if (!idToken) return null;
  const claims = decodeJwt(idToken);
  const audience = claims.aud === undefined ? [] : [claims.aud].flat();
  const own = typeof options.verifyIdToken === 'object' ? (options.verifyIdToken.audience ?? []) : [];
  const ours = [options.clientId, options.appBundleIdentifier, ...own];
  return audience.length === 0 || audience.some((one) => ours.includes(one)) ? claims : null;
};

const mapProfile = ({ row: { mapping } }: ProviderContext, json: Json): Profile | null => {
  const id = firstText(json, [mapping.id]);
  if (id === null) return null;
  const emailVerified =
    typeof mapping.emailVerified === 'boolean'
      ? mapping.emailVerified
      : isYes(at(json, mapping.emailVerified));
  return {
    id,
    name: firstText(json, mapping.name) ?? '',
    email: firstText(json, mapping.email),
    image: firstText(json, mapping.image),
    emailVerified,
    isEmailProven: emailVerified,
  };
};

/** Applies `mapProfileToUser`, and drops invalid addresses. */
const finish = ({ id: provider, row, options }: ProviderContext, profile: Profile, json: Json): Profile => {
  const { name, email, emailVerified, image, ...own } = options.mapProfileToUser;
  const fields = Object.entries(own).map(([field, paths]) => [field, firstValue(json, paths)] as const);
  const isVerified = emailVerified && valuesAt(json, emailVerified).some(isYes);
  const named = (email && firstText(json, email)) ?? profile.email;
  const address = named !== null && isAddress(named) ? named.toLowerCase() : null;
  const whole = {
    ...profile,
    name: ((name && firstText(json, name)) ?? profile.name).slice(0, maxNameCharacters),
    image: (image && firstText(json, image)) ?? profile.image,
    ...(isVerified !== undefined && { emailVerified: isVerified, isEmailProven: isVerified }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  };
  // Addresses are stored in lower case; a name is what the user sees, as the provider spells it.
  if (named !== null && address !== null) return { ...whole, email: address, name: whole.name || named };
  const standIn = row.hasNoAddresses ? standInAddress(provider, profile.id) : null;
  return {
    ...whole,
    email: standIn,
    name: whole.name || (standIn ?? ''),
    emailVerified: false,
    isEmailProven: false,
  };
};

const maxNameCharacters = 500;

/** RFC 2606: mail to `.invalid` is never delivered; the hash keeps odd account ids out of the local part. */
const standInAddress = (provider: string, accountId: string): string =>
  `${sha256(accountId).slice(0, 32)}@${provider}.invalid`;

/** Whether an address is a generated placeholder. */
export const isStandIn = (email: string): boolean => email.endsWith('.invalid');

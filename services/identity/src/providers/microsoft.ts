/** Microsoft, by OpenID Connect, with a picture from its Graph API. */
import { decodeJwt } from 'jose';
import { bearer, callProvider } from './http.ts';
import { isYes } from './json.ts';
import type { Json, ProfileCall, ProviderRow } from './provider.ts';
import { openIdMapping } from './standard.ts';

/** The picture is stored inline with the user, and is part of the session. */
const maxPictureBytes = 131_072;

export const microsoft: ProviderRow = {
  endpoints: ({ tenantId }) => {
    const base = `https://login.microsoftonline.com/${tenantId ?? 'common'}`;
    return {
      authorization: `${base}/oauth2/v2.0/authorize`,
      token: `${base}/oauth2/v2.0/token`,
      refresh: `${base}/oauth2/v2.0/token`,
      userInfo: 'https://graph.microsoft.com/v1.0/me',
      jwks: `${base}/discovery/v2.0/keys`,
    };
  },
  scopes: ['openid', 'profile', 'email', 'User.Read'],
  pkce: 'challenge',
  fetchProfile: async (call) => {
    if (!call.tokens.idToken) return null;
    const claims: Json = decodeJwt(call.tokens.idToken);
    return { ...claims, picture: (await pictureOf(call)) ?? claims['picture'] };
  },
  mapping: { ...openIdMapping, emailVerified: true },
  // Any tenant can set any address as `email`; only these claims say that it was verified.
  adjust: (profile, json) => ({
    ...profile,
    isEmailProven: isYes(json['email_verified']) || isYes(json['xms_edov']) || isPrimary(profile.email, json),
  }),
};

const isPrimary = (email: string | null, json: Json): boolean => {
  const proven = json['verified_primary_email'];
  return Array.isArray(proven) && proven.some((one) => String(one).toLowerCase() === email?.toLowerCase());
};

/** Returns the profile photo as a data URL; null if there is none. */
const pictureOf = async ({ options, endpoints, tokens }: ProfileCall): Promise<string | null> => {
  if (options.disableProfilePhoto || !tokens.accessToken) return null;
  const size = options.profilePhotoSize ?? 48;
  try {
    const url = `${endpoints.userInfo ?? ''}/photos/${size}x${size}/$value`;
    const photo = await callProvider(url, { headers: bearer(tokens) });
    if (photo.length === 0 || photo.length > maxPictureBytes) return null;
    return `data:image/jpeg;base64, ${photo.toString('base64')}`;
  } catch {
    return null;
  }
};

/**
 * Verification tokens (contracts/auth.md, section 3): JWTs signed with HS256 and the secret, valid until they expire.
 */
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const algorithm = 'HS256';
const Claims = z.object({ email: z.string(), updateTo: z.string().optional() });

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/**
 * Signs a token that proves access to the mailbox of an address, valid for `expiresIn` seconds; `updateTo` is the
 * address that is to replace it.
 */
export const signVerification = (
  secret: string,
  email: string,
  times: { now: Date; expiresIn: number; updateTo?: string },
): Promise<string> => {
  const issuedAt = Math.floor(times.now.getTime() / 1000);
  return new SignJWT({ email: email.toLowerCase(), ...(times.updateTo && { updateTo: times.updateTo }) })
    .setProtectedHeader({ alg: algorithm })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + times.expiresIn)
    .sign(keyOf(secret));
};

export type ReadVerification =
  | { email: string; updateTo: string | undefined }
  | { failure: 'token_expired' | 'invalid_token' };

/** Returns the address that a token proves, or why it is invalid. */
export const readVerification = async (
  secret: string,
  token: string,
  now: Date,
): Promise<ReadVerification> => {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: [algorithm], currentDate: now });
    const claims = Claims.safeParse(payload);
    return claims.success
      ? { email: claims.data.email, updateTo: claims.data.updateTo }
      : { failure: 'invalid_token' };
  } catch (error) {
    return { failure: error instanceof errors.JWTExpired ? 'token_expired' : 'invalid_token' };
  }
};

/** Signed cookie values (contracts/auth.md, section 3): the value, a dot, and its HMAC-SHA-256 in standard base64. */
import { hmac, sameText } from '@tessera/kit/secrets';

const signatureLength = 44;

/** `token` -> `token.signature`, before percent-encoding. */
export const signValue = (key: string | Buffer, value: string): string => `${value}.${hmac(key, value)}`;

/** The value of a percent-decoded signed cookie. Null when it is missing, malformed or wrongly signed. */
export const readSigned = (key: string | Buffer, signed: string | undefined): string | null => {
  if (signed === undefined) return null;
  const dot = signed.lastIndexOf('.');
  const signature = signed.slice(dot + 1);
  if (dot < 1 || signature.length !== signatureLength || !signature.endsWith('=')) return null;
  const value = signed.slice(0, dot);
  return sameText(hmac(key, value), signature) ? value : null;
};

/** Redis keys of caches that services write and the gateway reads. */

/** Key of a session by its token; the value is the JSON text of get-session's reply. */
export const sessionKey = (token: string): string => sessionKeys + token;
export const sessionKeys = 'session:';

/** Key of an access token's record by the SHA-256 (hex) of its text. */
export const accessTokenKey = (tokenHash: string): string => accessTokenKeys + tokenHash;
export const accessTokenKeys = 'access-token:';

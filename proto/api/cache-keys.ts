/** Names of what owners keep in Redis and gateways read. */

/** A session by its token; the value is the JSON text of what get-session answers. */
export const sessionKey = (token: string): string => sessionKeys + token;
export const sessionKeys = 'session:';

/** An access token's record by the SHA-256 (hex) of its text. */
export const accessTokenKey = (tokenHash: string): string => accessTokenKeys + tokenHash;
export const accessTokenKeys = 'access-token:';

/** Which client is asking, at the endpoints of tokens (RFC 6749, section 2.3). */
import { sameText } from '@tessera/kit/secrets';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import { findClient } from '../clients/service.ts';
import { oauthErrors } from '../errors.ts';

export type Credentials = { clientId?: string | undefined; clientSecret?: string | undefined };

/**
 * Answers the client that has shown who it is: by its secret, in the body or in `Authorization: Basic`, or, a public
 * client, by its id alone. Throws invalid_client for anybody else, in the same words whatever is wrong.
 */
export const authenticateClient = async (
  parts: OrganizationParts,
  authorization: string | undefined,
  body: Credentials,
): Promise<ClientRow> => {
  const { clientId, clientSecret } = authorization === undefined ? body : readBasic(authorization, body);
  const client = clientId === undefined ? null : await findClient(parts, clientId);
  if (!client) throw unknown();
  if (client.secretSealed === null) return client;
  if (clientSecret === undefined || !sameText(clientSecret, parts.vault.decrypt(client.secretSealed)))
    throw unknown();
  return client;
};

const unknown = () => oauthErrors.InvalidClient('The client is unknown, or its secret is wrong.');

/** Id and secret are form-encoded each (RFC 6749, section 2.3.1). */
const readBasic = (authorization: string, body: Credentials): Credentials => {
  const [scheme, encoded = ''] = authorization.split(/ +/);
  if (scheme?.toLowerCase() !== 'basic') throw unknown();
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  const clientId = formDecoded(id);
  if (body.clientId !== undefined && body.clientId !== clientId) throw unknown();
  return { clientId, clientSecret: formDecoded(rest.join(':')) };
};

const formDecoded = (text: string): string => {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    // It goes into a statement, and Postgres holds no NUL.
    return decoded.includes('\0') ? '' : decoded;
  } catch {
    return '';
  }
};

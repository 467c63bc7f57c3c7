/** Client authentication at the token endpoints (RFC 6749, section 2.3). */
import { sameText } from '@tessera/kit/secrets';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import { findClient } from '../clients/service.ts';
import { oauthErrors } from '../errors.ts';

export type Credentials = { clientId?: string | undefined; clientSecret?: string | undefined };

/**
 * Authenticates a client by its secret, in the body or in `Authorization: Basic`; a public client by its id alone.
 * Throws invalid_client otherwise, with the same message whatever is wrong.
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

/** Reads Basic credentials, in which id and secret are form-encoded (RFC 6749, section 2.3.1). */
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
    // The id becomes a query parameter, and Postgres rejects NUL.
    return decoded.includes('\0') ? '' : decoded;
  } catch {
    return '';
  }
};

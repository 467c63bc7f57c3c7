/** Clients. The secret and the registration access token are encrypted, not hashed: owners can read them again. */
import { column } from '@tessera/kit/database/data-source';
import type { OAuthClientCreate } from '@tessera/proto/api/organization/oauth/client';
import type { OAuthScope, OAuthSubject } from '@tessera/proto/api/organization/oauth/scopes';
import { EntitySchema } from 'typeorm';

export type ClientRow = {
  id: string;
  /** The public `client_id`: `tessera_ci_…`. */
  clientId: string;
  /** Null: a public client. */
  secretSealed: string | null;
  registrationSealed: string;
  /** The owner: a user or an organization. Both null: registered anonymously. */
  userId: string | null;
  organizationId: string | null;
  name: string;
  redirectUris: string[];
  authMethod: OAuthClientCreate['tokenEndpointAuthMethod'];
  grantTypes: OAuthClientCreate['grantTypes'];
  responseTypes: OAuthClientCreate['responseTypes'];
  scopes: OAuthScope[];
  clientUri: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  defaultSubType: OAuthSubject;
  createdAt: Date;
  modifiedAt: Date | null;
  /** When its owner was banned; a suspended client is treated as unknown. */
  suspendedAt: Date | null;
};

export const ClientEntity = new EntitySchema<ClientRow>({
  name: 'OAuthClient',
  tableName: 'oauth_clients',
  columns: {
    id: column.id(),
    clientId: column.text('client_id'),
    secretSealed: column.text('secret_sealed', { nullable: true }),
    registrationSealed: column.text('registration_sealed'),
    userId: column.uuid('user_id', { nullable: true }),
    organizationId: column.uuid('organization_id', { nullable: true }),
    name: column.text('name'),
    redirectUris: column.json('redirect_uris'),
    authMethod: column.text('auth_method'),
    grantTypes: column.json('grant_types'),
    responseTypes: column.json('response_types'),
    scopes: column.json('scopes'),
    clientUri: column.text('client_uri', { nullable: true }),
    logoUri: column.text('logo_uri', { nullable: true }),
    tosUri: column.text('tos_uri', { nullable: true }),
    policyUri: column.text('policy_uri', { nullable: true }),
    defaultSubType: column.text('default_sub_type'),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    suspendedAt: column.time('suspended_at', { nullable: true }),
  },
});

/** The columns with encrypted secrets, for the rotation of the encryption keys. */
export const sealedSecrets = { table: 'oauth_clients', columns: ['secret_sealed', 'registration_sealed'] };

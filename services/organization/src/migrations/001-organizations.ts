import type { Migration } from '@tessera/kit/database/data-source';

/** Revisions come from one sequence: a row that is made again still has a newer one than its predecessor. */
export const organizations: Migration = {
  name: '001-organizations',
  sql: `
  CREATE SEQUENCE revisions;

  CREATE TABLE organizations (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    slug text NOT NULL,
    logo text,
    metadata jsonb,
    email text,
    website text,
    socials jsonb NOT NULL,
    details jsonb,
    details_submitted_at timestamptz,
    feature_settings jsonb NOT NULL,
    subscription_settings jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    modified_at timestamptz,
    revision bigint NOT NULL,
    CONSTRAINT organizations_slug_key UNIQUE (slug)
  );

  CREATE TABLE teams (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz
  );
  CREATE INDEX teams_organization_id ON teams (organization_id, created_at, id);

  CREATE TABLE members (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id uuid NOT NULL,
    role text NOT NULL,
    team_id uuid REFERENCES teams (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL,
    revision bigint NOT NULL,
    CONSTRAINT members_organization_user_key UNIQUE (organization_id, user_id)
  );
  CREATE INDEX members_user_id ON members (user_id, created_at, id);

  CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    email text NOT NULL,
    role text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected', 'canceled')),
    team_id uuid,
    inviter_id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX invitations_organization_id ON invitations (organization_id, created_at, id);

  CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    name text NOT NULL,
    image text
  )`,
};

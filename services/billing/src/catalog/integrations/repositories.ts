/** GitHub repositories that sellers have proven to administer. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { Repository } from '../../platforms/github.ts';

/** Upserts the repositories found while connecting; earlier ones stay. */
export const storeRepositories = async (
  em: EntityManager,
  organizationId: string,
  repositories: readonly Repository[],
): Promise<void> => {
  await em.query(
    `INSERT INTO github_repositories (organization_id, repository_id, installation_id, owner, name)
     SELECT $1, found.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS found
     ON CONFLICT (organization_id, repository_id)
     DO UPDATE SET installation_id = excluded.installation_id, owner = excluded.owner, name = excluded.name`,
    [
      organizationId,
      repositories.map(({ id }) => id),
      repositories.map(({ installationId }) => installationId),
      repositories.map(({ owner }) => owner),
      repositories.map(({ name }) => name),
    ],
  );
};

export const findRepositories = (
  em: EntityManager,
  organizationId: string,
): Promise<{ owner: string; name: string }[]> =>
  sql(
    em,
    `SELECT owner, name FROM github_repositories WHERE organization_id = $1 ORDER BY lower(owner), lower(name)`,
    [organizationId],
  );

/** Whether a seller administers a repository. Case-insensitive, as on GitHub. */
export const hasRepository = async (
  em: EntityManager,
  organizationId: string,
  { repositoryOwner, repositoryName }: { repositoryOwner: string; repositoryName: string },
): Promise<boolean> => {
  const rows = await sql(
    em,
    `SELECT 1 FROM github_repositories
     WHERE organization_id = $1 AND lower(owner) = lower($2) AND lower(name) = lower($3)`,
    [organizationId, repositoryOwner, repositoryName],
  );
  return rows.length > 0;
};

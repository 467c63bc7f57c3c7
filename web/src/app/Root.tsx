import { Navigate } from 'react-router';
import { asFailure } from '../api/failure.ts';
import { useListOrganizationsQuery } from '../api/organizations.ts';
import { useGetSessionQuery } from '../api/sessions.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Splash } from './Splash.tsx';

/** The way in: to the organization used last, or to making the first one. */
export const Root = () => {
  const { data: session } = useGetSessionQuery();
  const { data: organizations, error, refetch } = useListOrganizationsQuery();
  if (error && !organizations) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!organizations) return <Splash />;
  const last = organizations.find(({ id }) => id === session?.session.activeOrganizationId);
  const organization = last ?? organizations[0];
  return <Navigate to={organization ? paths.overview(organization.slug) : paths.newOrganization} replace />;
};

import { skipToken } from '@reduxjs/toolkit/query';
import { Navigate } from 'react-router';
import { useGetSessionQuery } from '../api/account/sessions.ts';
import { useGetOrganizationQuery, useListOrganizationsQuery } from '../api/organization/organizations.ts';
import { asFailure } from '../api/request/failure.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/pages/ErrorState.tsx';
import { Splash } from './pages/Splash.tsx';

/** The start page: redirects to the organization used last, or to creating the first one. */
export const Root = () => {
  const { data: session, isFetching } = useGetSessionQuery();
  const last = useGetOrganizationQuery(session?.session.activeOrganizationId ?? skipToken);
  const { data: organizations, error, refetch } = useListOrganizationsQuery({ limit: 1 });
  if (error && !organizations) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!organizations || isFetching || last.isLoading) return <Splash />;
  const organization = last.isError ? organizations[0] : (last.currentData ?? organizations[0]);
  return <Navigate to={organization ? paths.overview(organization.slug) : paths.newOrganization} replace />;
};

import { useEffect, useMemo } from 'react';
import { Outlet, useParams } from 'react-router';
import { CurrentOrganizationContext, writeRefusalOf } from '../api/current-organization.ts';
import { asFailure } from '../api/failure.ts';
import { useListOrganizationsQuery, useSetActiveOrganizationMutation } from '../api/organizations.ts';
import { useGetOwnPlaceQuery } from '../api/place.ts';
import { useGetSessionQuery } from '../api/sessions.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { NotFound } from './NotFound.tsx';
import { Shell } from './Shell.tsx';
import { Splash } from './Splash.tsx';

/** Everything below knows which organization the address names and what the person may do there. */
export const OrganizationGate = () => {
  const { organizationSlug } = useParams();
  const { data: organizations, error, refetch } = useListOrganizationsQuery();
  const { data: session } = useGetSessionQuery();
  const organization = organizations?.find(({ slug }) => slug === organizationSlug);
  const { data: place } = useGetOwnPlaceQuery(organization?.id ?? '', { skip: !organization });
  useRememberAsActive(organization?.id, session?.session.activeOrganizationId);

  const current = useMemo(
    () => organization && { organization, writeRefusal: place ? writeRefusalOf(place) : null },
    [organization, place],
  );
  if (error && !organizations) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!organizations) return <Splash />;
  if (!current) return <NotFound />;
  return (
    <CurrentOrganizationContext value={current}>
      {/* A page's own state never outlives a switch of organization. */}
      <Shell key={current.organization.id}>
        <Outlet />
      </Shell>
    </CurrentOrganizationContext>
  );
};

/** The next visit starts where this one was. */
const useRememberAsActive = (id: string | undefined, activeId: string | null | undefined): void => {
  const [setActive] = useSetActiveOrganizationMutation();
  useEffect(() => {
    if (id !== undefined && activeId !== undefined && id !== activeId) void setActive(id);
  }, [id, activeId, setActive]);
};

import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useRef } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { CurrentOrganizationContext, writeRefusalOf } from '../api/current-organization.ts';
import { asFailure } from '../api/failure.ts';
import {
  firstOrganizations,
  type OrganizationBrief,
  useGetOrganizationBySlugQuery,
  useKnownOrganizations,
  useSetActiveOrganizationMutation,
} from '../api/organizations.ts';
import { useAskOwnMembership, useGetOwnMembershipQuery } from '../api/own-membership.ts';
import { useGetSessionQuery } from '../api/sessions.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useGradually } from '../ui/gradually.ts';
import { NotFound } from './NotFound.tsx';
import { Shell } from './Shell.tsx';
import { Splash } from './Splash.tsx';

/** Roles are given and taken while pages are open: whoever was removed is not shown lists that have become empty. */
const lookingAgain = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

/** One and the same: what is learnt of the organization does not draw its frame again. */
const page = <Outlet />;

/** Everything below knows which organization the address names and what the person may do there. */
export const OrganizationGate = () => {
  const { organizationSlug = '' } = useParams();
  const { organization, isLooking, error, refetch } = useOrganizationAt(organizationSlug);
  const { data: session } = useGetSessionQuery();
  const { data: membership, error: refused } = useGetOwnMembershipQuery(
    organization?.id ?? skipToken,
    lookingAgain,
  );
  useAskOnEachPage(organization?.id);
  useRememberAsActive(organization?.id, session?.session.activeOrganizationId);

  const writeRefusal = membership ? writeRefusalOf(membership) : null;
  const current = useMemo(() => organization && { organization, writeRefusal }, [organization, writeRefusal]);
  const isDrawn = useGradually(current !== undefined);
  if ((!current && isLooking) || (current && !isDrawn)) return <Splash />;
  if (!current && error) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!current || (refused && asFailure(refused).status === 403)) return <NotFound />;
  return (
    <CurrentOrganizationContext value={current}>
      {/* A page's own state never outlives a switch of organization. */}
      <Shell key={current.organization.id}>{page}</Shell>
    </CurrentOrganizationContext>
  );
};

/** The organization at an address. One that the menu names already need not be waited for. */
const useOrganizationAt = (slug: string) => {
  const { currentData, error, isFetching, refetch } = useGetOrganizationBySlugQuery(slug);
  const { data: listed } = useKnownOrganizations(firstOrganizations);
  const found = currentData === undefined ? listed?.items.find((each) => each.slug === slug) : currentData;
  const { id, name, logo = null } = found ?? {};
  const organization = useMemo<OrganizationBrief | undefined>(
    () => (id !== undefined && name !== undefined ? { id, name, slug, logo } : undefined),
    [id, name, slug, logo],
  );
  const isImpossible = error !== undefined && asFailure(error).status === 422;
  return {
    organization,
    isLooking: isFetching && currentData === undefined,
    error: isImpossible ? undefined : error,
    refetch,
  };
};

/**
 * The next visit starts where this one was. It is said once, as one comes: whoever leaves the organization has none that is
 * active before the page is left, and one of another tab stays until something is opened here.
 */
const useRememberAsActive = (id: string | undefined, activeId: string | null | undefined): void => {
  const [setActive] = useSetActiveOrganizationMutation();
  const remembered = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined || activeId === undefined || remembered.current === id) return;
    remembered.current = id;
    if (id !== activeId) void setActive(id);
  }, [id, activeId, setActive]);
};

/** Sooner than in a minute: what the next page shows and lets one do is right at once. */
const useAskOnEachPage = (id: string | undefined): void => {
  const ask = useAskOwnMembership();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (id === undefined || shown.current === pathname) return;
    shown.current = pathname;
    ask(id);
  }, [ask, id, pathname]);
};

import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useRef } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { CurrentOrganizationContext, writeRefusalOf } from '../../api/organization/current-organization.ts';
import {
  firstOrganizations,
  type OrganizationBrief,
  useGetOrganizationBySlugQuery,
  useKnownOrganizations,
  useSetActiveOrganizationMutation,
} from '../../api/organization/organizations.ts';
import { useAskOwnMembership, useGetOwnMembershipQuery } from '../../api/organization/own-membership.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { useGradually } from '../../ui/pages/gradually.ts';
import { NotFound } from '../pages/NotFound.tsx';
import { Splash } from '../pages/Splash.tsx';
import { Shell } from './Shell.tsx';

/** Roles change while pages are open: a removed member must not see lists that are empty by now. */
const lookingAgain = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

/** A constant element: loading more of the organization does not re-render its layout. */
const page = <Outlet />;

/** Provides everything below with the address's organization and the user's permissions in it. */
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
  const isImpersonated = (session?.session.impersonatedBy ?? null) !== null;
  const personRefusal = isImpersonated ? t('shared:onlyInPerson') : null;
  const current = useMemo(
    () => organization && { organization, writeRefusal, personRefusal },
    [organization, writeRefusal, personRefusal],
  );
  const isDrawn = useGradually(current !== undefined);
  if ((!current && isLooking) || (current && !isDrawn)) return <Splash />;
  if (!current && error) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!current || (refused && asFailure(refused).status === 403)) return <NotFound />;
  return (
    <CurrentOrganizationContext value={current}>
      {/* The state of a page does not survive a switch of organization. */}
      <Shell key={current.organization.id}>{page}</Shell>
    </CurrentOrganizationContext>
  );
};

/** The organization of an address. One that the menu has already needs no loading. */
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
 * Saves the organization as active, for the next visit to start in. Done once on entry: leaving the organization
 * clears the active one before the page is left, and the choice of another tab is overridden only when something is
 * opened here.
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

/** Refetches on navigation, sooner than the poll of a minute: the next page has up-to-date permissions. */
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

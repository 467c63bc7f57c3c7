import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconPlugConnected } from '@tabler/icons-react';
import { useListOAuthConsentsQuery } from '../../api/account/oauth-consents.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useOwnMembership } from '../../api/organization/own-membership.ts';
import { t } from '../../i18n/t.ts';
import { useListState } from '../../ui/filters/list-state.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Card } from '../../ui/pages/Section.tsx';
import { Consents } from './Consents.tsx';
import { ExportConsents } from './ExportConsents.tsx';

/** The apps that may act for the organization, whichever manager granted the access. */
export const OrganizationAppsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState();
  // The page renders before the membership is loaded: wait for it, so that no request is sent that would be refused.
  const isKnown = useOwnMembership().data !== undefined;
  const isOpen = writeRefusal === null;
  const result = useListOAuthConsentsQuery(
    isKnown && isOpen ? { organizationId: organization.id, page: list.page } : skipToken,
  );
  const hasSome = isOpen && (result.data?.pagination.totalCount ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={t('oauth-apps:appsWithAccess')}
        description={t('oauth-apps:whatActsForTheOrganization')}
        actions={hasSome && <ExportConsents organizationId={organization.id} />}
      />
      {isOpen ? <Consents result={result} list={list} isOfOrganization /> : <Closed />}
    </>
  );
};

const Closed = () => (
  <Card>
    <EmptyState icon={<IconPlugConnected size={22} />} title={t('oauth-apps:notForYourRole')}>
      {t('oauth-apps:thoseWhoManage')}
    </EmptyState>
  </Card>
);

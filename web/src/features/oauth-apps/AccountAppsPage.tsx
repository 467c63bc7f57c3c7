import { useListOAuthConsentsQuery } from '../../api/account/oauth-consents.ts';
import { t } from '../../i18n/t.ts';
import { useListState } from '../../ui/filters/list-state.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { Consents } from './Consents.tsx';
import { ExportConsents } from './ExportConsents.tsx';

/** The apps that may act for the user. */
export const AccountAppsPage = () => {
  const list = useListState();
  const result = useListOAuthConsentsQuery({ page: list.page });
  const hasSome = (result.data?.pagination.totalCount ?? 0) > 0;
  return (
    <Section
      title={t('oauth-apps:appsWithAccess')}
      description={t('oauth-apps:whatYouHaveAllowed')}
      isFlush
      actions={hasSome && <ExportConsents isSmall />}
    >
      <Consents result={result} list={list} isBare />
    </Section>
  );
};

import { useListOAuthConsentsQuery } from '../../api/oauth-consents.ts';
import { t } from '../../i18n/t.ts';
import { useListState } from '../../ui/list-state.ts';
import { Section } from '../../ui/Section.tsx';
import { Consents } from './Consents.tsx';

/** What one has allowed to act for oneself. */
export const AccountAppsPage = () => {
  const list = useListState();
  return (
    <Section title={t('oauth-apps:appsWithAccess')} description={t('oauth-apps:whatYouHaveAllowed')} isFlush>
      <Consents result={useListOAuthConsentsQuery({ page: list.page })} list={list} isBare />
    </Section>
  );
};

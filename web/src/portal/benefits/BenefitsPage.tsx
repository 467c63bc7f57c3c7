import { type Page as PageOf, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked } from '../portal.ts';
import { useSearch } from '../router.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { AllBenefits } from './AllBenefits.tsx';

export const BenefitsPage = () => {
  const { data } = useAsked<PageOf<Subscription>>(routes.subscriptions('limit=10'));
  // Where connecting an account failed, the customer comes back with the reason in the address.
  const error = new URLSearchParams(useSearch()).get('error');
  return (
    <Page title={t('nav.benefits')}>
      <Alert message={error && t(error === 'access_denied' ? 'account.denied' : 'account.failed')} />
      <Section title={t('benefits.title')}>
        <AllBenefits subscriptions={data?.items} />
      </Section>
    </Page>
  );
};

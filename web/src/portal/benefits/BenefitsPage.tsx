import { type Page as PageOf, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked } from '../portal.ts';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { AllBenefits } from './AllBenefits.tsx';

export const BenefitsPage = () => {
  const { data } = useAsked<PageOf<Subscription>>(routes.subscriptions('limit=10'));
  return (
    <Page title={t('nav.benefits')}>
      <Section title={t('benefits.title')}>
        <AllBenefits subscriptions={data?.items} />
      </Section>
    </Page>
  );
};

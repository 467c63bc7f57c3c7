import { t } from '../i18n.ts';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { BenefitList } from './BenefitList.tsx';

export const BenefitsPage = () => (
  <Page title={t('nav.benefits')}>
    <Section title={t('benefits.title')}>
      <BenefitList whenNone={t('benefits.none')} />
    </Section>
  </Page>
);

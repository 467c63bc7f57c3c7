import { type Customer, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { LanguageChoice } from '../LanguageChoice.tsx';
import { OnlyThisPurchase } from '../OnlyThisPurchase.tsx';
import { useAsked } from '../portal.ts';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { Shown } from '../ui/State.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { PaymentMethods } from './PaymentMethods.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { useShowsMethods } from './shows-methods.ts';

/** The customer's profile, cards and data export. */
export const AccountPage = () => {
  const asked = useAsked<Customer>(routes.me);
  const hasMethods = useShowsMethods();
  if (asked.error?.status === 403)
    return (
      <Page title={t('nav.account')}>
        <OnlyThisPurchase />
        <Section title={t('language')}>
          <LanguageChoice isNamed />
        </Section>
      </Page>
    );
  return (
    <Page title={t('nav.account')}>
      <Shown asked={asked} lines={8}>
        {(customer) => (
          <>
            <ProfileSection customer={customer} />
            <EmailSection customer={customer} />
            {hasMethods && <PaymentMethods />}
            <Section title={t('language')}>
              <LanguageChoice isNamed />
            </Section>
            <ExportSection />
          </>
        )}
      </Shown>
    </Page>
  );
};

import { type Customer, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { LanguageChoice } from '../LanguageChoice.tsx';
import { useShows } from '../parts.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';
import { Shown } from '../ui/State.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { PaymentMethods } from './PaymentMethods.tsx';
import { ProfileSection } from './ProfileSection.tsx';

/** Who the customer is, how they pay, and what they can take along. */
export const AccountPage = () => {
  const asked = useAsked<Customer>(routes.me);
  const hasMethods = useShows('paymentMethods');
  // The session of one checkout, where the address was only typed: it may be anybody's.
  if (asked.error?.status === 403) return <OnlyThisPurchase />;
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

const OnlyThisPurchase = () => {
  const { signOut } = usePortal();
  return (
    <Page title={t('nav.account')}>
      <Section title={t('only.title')}>
        <p className={sections.text}>{t('only.text')}</p>
        <Button onPress={signOut}>{t('signIn.title')}</Button>
      </Section>
      <Section title={t('language')}>
        <LanguageChoice isNamed />
      </Section>
    </Page>
  );
};

import { t } from './i18n.ts';
import { usePortal } from './portal.ts';
import { Button } from './ui/Button.tsx';
import sections from './ui/Section.module.css';
import { Section } from './ui/Section.tsx';

/** Of the session of one checkout, where the address was only typed: it may be anybody's. */
export const OnlyThisPurchase = () => {
  const { signOut } = usePortal();
  return (
    <Section title={t('only.title')}>
      <p className={sections.text}>{t('only.text')}</p>
      <Button onPress={signOut}>{t('signIn.title')}</Button>
    </Section>
  );
};

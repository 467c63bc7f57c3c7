import { t } from './i18n.ts';
import { usePortal } from './portal.ts';
import { Button } from './ui/Button.tsx';
import sections from './ui/Section.module.css';
import { Section } from './ui/Section.tsx';

/** Notice for the session of a single checkout, whose e-mail address was only typed, not verified. */
export const OnlyThisPurchase = () => {
  const { signOut } = usePortal();
  return (
    <Section title={t('only.title')}>
      <p className={sections.text}>{t('only.text')}</p>
      <Button onPress={signOut}>{t('signIn.title')}</Button>
    </Section>
  );
};

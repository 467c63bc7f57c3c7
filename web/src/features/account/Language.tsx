import { t } from '../../i18n/t.ts';
import { LanguageSelect } from '../../ui/LanguageSelect.tsx';
import { Section } from '../../ui/Section.tsx';

export const Language = () => (
  <Section title={t('common:language')} description={t('account:languageOfThisDevice')}>
    <LanguageSelect />
  </Section>
);

import { useChooseLanguage } from '../../api/account/preferences.ts';
import { t } from '../../i18n/t.ts';
import { LanguageSelect } from '../../ui/forms/LanguageSelect.tsx';
import { Section } from '../../ui/pages/Section.tsx';

export const Language = () => {
  const choose = useChooseLanguage();
  return (
    <Section title={t('common:language')} description={t('account:languageOfYourAccount')}>
      <LanguageSelect onChoose={(language) => void choose(language)} />
    </Section>
  );
};

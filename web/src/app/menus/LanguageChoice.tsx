import { Menu } from '@mantine/core';
import { useChooseLanguage } from '../../api/account/preferences.ts';
import { isLanguage, languageNames, languages } from '../../i18n/languages.ts';
import { currentLanguage } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';

/** The languages, each by its own name, as menu items. */
export const LanguageChoice = () => {
  const choose = useChooseLanguage();
  return (
    <>
      <Menu.Label>{t('common:language')}</Menu.Label>
      <Menu.RadioGroup
        value={currentLanguage()}
        onChange={(language) => void (isLanguage(language) && choose(language))}
      >
        {languages.map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language}>
            {languageNames[language]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
};

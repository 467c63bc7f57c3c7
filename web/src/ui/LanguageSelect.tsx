import { chooseLanguage, languageNames, languages } from '../i18n/languages.ts';
import { currentLanguage } from '../i18n/start.ts';
import { t } from '../i18n/t.ts';
import classes from './LanguageSelect.module.css';

/** The languages, each by its own name. A choice holds on this device, and the page is loaded anew in it. */
export const LanguageSelect = () => (
  <select
    className={classes.select}
    aria-label={t('common:language')}
    value={currentLanguage()}
    onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}
  >
    {languages.map((language) => (
      <option key={language} value={language} lang={language}>
        {languageNames[language]}
      </option>
    ))}
  </select>
);

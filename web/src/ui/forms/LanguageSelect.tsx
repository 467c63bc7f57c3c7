import { chooseLanguage, isLanguage, type Language, languageNames, languages } from '../../i18n/languages.ts';
import { currentLanguage } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import classes from './LanguageSelect.module.css';

type Props = { onChoose?: (language: Language) => void };

/** The languages, each by its own name. By default a choice is stored on this device and the page reloads in it. */
export const LanguageSelect = ({ onChoose = chooseLanguage }: Props) => (
  <select
    className={classes.select}
    aria-label={t('common:language')}
    value={currentLanguage()}
    onChange={({ currentTarget: { value } }) => isLanguage(value) && onChoose(value)}
  >
    {languages.map((language) => (
      <option key={language} value={language} lang={language}>
        {languageNames[language]}
      </option>
    ))}
  </select>
);

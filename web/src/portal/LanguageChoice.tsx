import { type Language, languages } from '@tessera/proto/api/languages';
import { spokenLanguage } from '../buyers/i18n.ts';
import { chooseLanguage, t } from './i18n.ts';
import classes from './LanguageChoice.module.css';

/** Each language by its own name, which its readers recognize. */
const nameOf = (language: Language): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** `isNamed`: a heading above it already names it. */
export const LanguageChoice = ({ isNamed = false }: { isNamed?: boolean }) => (
  <label className={classes.choice}>
    {!isNamed && <span>{t('language')}</span>}
    <select
      aria-label={isNamed ? t('language') : undefined}
      value={spokenLanguage()}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </select>
  </label>
);

import classes from './Controls.module.css';
import { groupDigits, testCards } from './card.ts';
import { t } from './i18n.ts';

/** For those who try things out: no money moves here, and which cards do what. */
export const SandboxHint = ({ onPick }: { onPick: (number: string) => void }) => (
  <details className={classes.sandbox}>
    <summary>{t('test.hint', { card: '4242 4242 4242 4242' })}</summary>
    <ul>
      {testCards.map(({ number, does }) => (
        <li key={number}>
          <button type="button" className={classes.card} onClick={() => onPick(groupDigits(number))}>
            {groupDigits(number)}
          </button>{' '}
          {t(does)}
        </li>
      ))}
    </ul>
  </details>
);

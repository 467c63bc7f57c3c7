import classes from '../form/Controls.module.css';
import { t } from '../i18n.ts';
import { groupDigits, testCards } from './card.ts';

/** Sandbox hint: no money moves, and the test cards with their effects. */
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

import type { ReactNode } from 'react';
import { Wordmark } from '../design/Mark.tsx';
import buttons from './Checkout.module.css';
import classes from './Notice.module.css';

type Props = {
  title: string;
  text: ReactNode;
  isBusy?: boolean;
  action?: { label: string; act: () => unknown };
  children?: ReactNode;
};

/** A whole page that says one thing. */
export const Notice = ({ title, text, isBusy = false, action, children }: Props) => (
  <main className={classes.page}>
    <title>{title}</title>
    <div className={classes.card} aria-live="polite" aria-busy={isBusy}>
      {isBusy ? <span className={classes.spinner} aria-hidden /> : null}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {action && (
        <button type="button" className={buttons.secondary} onClick={() => void action.act()}>
          {action.label}
        </button>
      )}
      {children}
    </div>
    <Wordmark />
  </main>
);

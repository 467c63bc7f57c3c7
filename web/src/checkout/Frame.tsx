import type { ReactNode } from 'react';
import { Wordmark } from '../design/Mark.tsx';
import classes from './Frame.module.css';

type Props = { summary: ReactNode; children: ReactNode };

/** Two halves: what is bought, and how it is paid. One below the other on a phone. */
export const Frame = ({ summary, children }: Props) => (
  <main className={classes.frame}>
    <title>Checkout</title>
    <section className={classes.summary} aria-label="Your order">
      <div className={classes.inner}>{summary}</div>
    </section>
    <section className={classes.payment} aria-label="Payment">
      <div className={classes.inner}>
        {children}
        <p className={classes.by}>
          Sold with <Wordmark />
        </p>
      </div>
    </section>
  </main>
);

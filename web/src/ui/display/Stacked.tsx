import type { ReactNode } from 'react';
import classes from './Stacked.module.css';

/** Stacks parts of a page. */
export const Stacked = ({ children }: { children: ReactNode }) => (
  <div className={classes.stack}>{children}</div>
);

/** The main part beside a narrower one; stacked on a phone. */
export const SideBySide = ({ children }: { children: ReactNode }) => (
  <div className={classes.sides}>{children}</div>
);

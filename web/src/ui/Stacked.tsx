import type { ReactNode } from 'react';
import classes from './Stacked.module.css';

/** Parts of a page, one below the other. */
export const Stacked = ({ children }: { children: ReactNode }) => (
  <div className={classes.stack}>{children}</div>
);

/** The main part beside a narrower one; below it on a phone. */
export const SideBySide = ({ children }: { children: ReactNode }) => (
  <div className={classes.sides}>{children}</div>
);

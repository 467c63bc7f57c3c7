import type { ReactNode } from 'react';
import classes from './Filters.module.css';

/** Search and filters above a list. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <search className={classes.filters}>{children}</search>
);

import type { ReactNode } from 'react';
import classes from './DesignPage.module.css';

/** One state of a component, under its name. */
export const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.state}>
    <h3 className={classes.name}>{name}</h3>
    <div>{children}</div>
  </div>
);

/** States beside each other where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={classes.columns}>{children}</div>
);

/** Small parts in a row. */
export const Row = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>;

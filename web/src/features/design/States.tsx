import type { ReactNode } from 'react';
import classes from './DesignPage.module.css';

/** One state of a component, with its name. */
export const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.state}>
    <h3 className={classes.name}>{name}</h3>
    <div>{children}</div>
  </div>
);

/** States side by side where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={classes.columns}>{children}</div>
);

/** Small components in a row. */
export const Row = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>;

import type { ReactNode } from 'react';
import classes from './Details.module.css';

/** Names and values of one thing. */
export const Details = ({ items }: { items: [name: string, value: ReactNode][] }) => (
  <dl className={classes.list}>
    {items.map(([name, value]) => (
      <div key={name} className={classes.item}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);

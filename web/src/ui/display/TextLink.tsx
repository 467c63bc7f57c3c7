import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './TextLink.module.css';

/** A link within text or a table. */
export const TextLink = ({ to, children }: { to: string; children?: ReactNode }) => (
  <Link to={to} className={classes.link}>
    {children}
  </Link>
);

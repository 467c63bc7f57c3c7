import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './ParentLink.module.css';

/** The list that a page belongs to. */
export type Parent = { label: string; to: string };

/** Leads back to the list, above a page's title. Left out in print. */
export const ParentLink = ({ label, to }: Parent) => (
  <Link to={to} className={classes.root} data-screen>
    <IconChevronLeft size={16} aria-hidden />
    {label}
  </Link>
);

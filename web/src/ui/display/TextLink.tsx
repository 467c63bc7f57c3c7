import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './TextLink.module.css';

type Props = {
  to: string;
  /** Opens another tab, so that what was typed into this page stays; its lists are refetched on return. */
  isBeside?: boolean;
  children?: ReactNode;
};

/** A link within text or a table. */
export const TextLink = ({ to, isBeside = false, children }: Props) => (
  <Link to={to} className={classes.link} {...(isBeside && { target: '_blank', rel: 'noopener' })}>
    {children}
    {isBeside && <IconExternalLink size={14} className={classes.beside} aria-hidden />}
  </Link>
);

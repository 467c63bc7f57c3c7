import type { ReactNode } from 'react';
import { CardPage } from '../../ui/CardPage.tsx';
import classes from './AuthFrame.module.css';

type Props = { title: string; lead: string; children: ReactNode; footer: ReactNode };

/** The quiet page around signing in and up: one card, and under it the way to the other one. */
export const AuthFrame = ({ title, lead, children, footer }: Props) => (
  <CardPage title={title} lead={lead} footer={<p className={classes.footer}>{footer}</p>}>
    {children}
  </CardPage>
);

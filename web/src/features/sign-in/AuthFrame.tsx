import type { ReactNode } from 'react';
import { Wordmark } from '../../design/Mark.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './AuthFrame.module.css';

type Props = { title: string; lead: string; children: ReactNode; footer: ReactNode };

/** The quiet page around signing in and up. */
export const AuthFrame = ({ title, lead, children, footer }: Props) => (
  <main className={classes.page}>
    <PageTitle>{title}</PageTitle>
    <div className={classes.column}>
      <Wordmark />
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
      <p className={classes.footer}>{footer}</p>
    </div>
  </main>
);

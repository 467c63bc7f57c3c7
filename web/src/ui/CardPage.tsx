import type { ReactNode } from 'react';
import { Wordmark } from '../design/Mark.tsx';
import classes from './CardPage.module.css';
import { LanguageSelect } from './LanguageSelect.tsx';
import { PageTitle } from './PageTitle.tsx';

type Props = { title: string; lead: ReactNode; children?: ReactNode; footer?: ReactNode };

/** A quiet page of its own, outside any organization: one card with one question. */
export const CardPage = ({ title, lead, children, footer }: Props) => (
  <main className={classes.page}>
    <PageTitle>{title}</PageTitle>
    <div className={classes.column}>
      <Wordmark />
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        <div className={classes.lead}>{lead}</div>
        {children}
      </div>
      {footer}
      <LanguageSelect />
    </div>
  </main>
);

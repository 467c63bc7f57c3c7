import { type ReactNode, useEffect, useRef } from 'react';
import { Wordmark } from '../../design/Mark.tsx';
import { LanguageSelect } from '../forms/LanguageSelect.tsx';
import classes from './CardPage.module.css';
import { PageTitle } from './PageTitle.tsx';

type Props = { title: string; lead: ReactNode; children?: ReactNode; footer?: ReactNode };

/** A plain page outside of any organization: one card with one question. */
export const CardPage = ({ title, lead, children, footer }: Props) => (
  <main className={classes.page}>
    <PageTitle>{title}</PageTitle>
    <div className={classes.column}>
      <Wordmark />
      <div className={classes.card}>
        <Heading key={title}>{title}</Heading>
        <div className={classes.lead}>{lead}</div>
        {children}
      </div>
      {footer}
      <LanguageSelect />
    </div>
  </main>
);

/**
 * Takes the focus when the focused element was removed with the previous card. The first page is read from its
 * beginning.
 */
const Heading = ({ children }: { children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body && navigator.userActivation?.hasBeenActive)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  );
};

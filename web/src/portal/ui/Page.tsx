import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../../buyers/display/use-title.ts';
import { usePortal } from '../portal.ts';
import { Link } from '../router.tsx';
import classes from './Page.module.css';

type Props = {
  title: string;
  /** Beside the title: the state. */
  mark?: ReactNode;
  note?: ReactNode;
  /** The list that the page belongs to. */
  parent?: { label: string; to: readonly string[] };
  children: ReactNode;
};

/** A page: title and content. The title is focused after navigation, for screen readers. */
export const Page = ({ title, mark, note, parent, children }: Props) => {
  const { seller } = usePortal();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(`${title} · ${seller.organization.name}`);
  useEffect(() => {
    // Only after a link: the first page is read from its beginning.
    if (document.activeElement instanceof HTMLAnchorElement) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.page}>
      <div>
        {parent && (
          <Link to={parent.to} className={classes.parent}>
            <span aria-hidden>←</span> {parent.label}
          </Link>
        )}
        <div className={classes.head}>
          <h1 ref={heading} tabIndex={-1} className={classes.title} dir="auto">
            {title}
          </h1>
          {mark}
        </div>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
      {children}
    </div>
  );
};

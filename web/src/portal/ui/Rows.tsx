import type { ReactNode } from 'react';
import { Link } from '../router.tsx';
import classes from './Rows.module.css';

/** Things one below the other. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className={classes.rows} data-rows>
    {children}
  </ul>
);

type RowProps = {
  name: string;
  note?: ReactNode;
  end?: ReactNode;
  /** Where the whole row leads to. */
  to?: readonly string[];
};

/** Who or what, a word about it, and at its end an amount, a status or what can be done. */
export const Row = ({ name, note, end, to }: RowProps) => {
  const content = (
    <>
      <span className={classes.what}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {note !== undefined && note !== null && <span className={classes.note}>{note}</span>}
      </span>
      {end !== undefined && <span className={classes.end}>{end}</span>}
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className={classes.row}>
          {content}
        </Link>
      ) : (
        <div className={classes.row}>{content}</div>
      )}
    </li>
  );
};

import type { ReactNode } from 'react';
import { Link } from '../router.tsx';
import classes from './Rows.module.css';

/** A list of rows. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className={classes.rows} data-rows>
    {children}
  </ul>
);

type RowProps = {
  name: string;
  note?: ReactNode;
  end?: ReactNode;
  /** The target of the whole row. */
  to?: readonly string[];
};

/** A row: name, note, and at its end an amount, a status or actions. */
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

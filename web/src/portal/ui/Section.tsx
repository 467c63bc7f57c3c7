import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** A section of a page with its heading. */
export const Section = ({ title, action, children }: Props) => {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} tabIndex={-1} className={classes.title} dir="auto">
          {title}
        </h2>
        {action}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
};

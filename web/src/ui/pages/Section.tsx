import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

type Props = {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without padding: tables have their own. */
  isFlush?: boolean;
  children: ReactNode;
};

/** A titled card, the building block of pages. */
export const Section = ({ title, description, actions, isFlush = false, children }: Props) => {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {actions}
      </div>
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
};

/** A card without a title. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className={classes.section}>{children}</div>
);

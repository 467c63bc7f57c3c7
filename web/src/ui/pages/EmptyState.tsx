import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode; level?: 2 | 3 };

/** Replaces an empty list: why it is empty and what to do next. */
export const EmptyState = ({ icon, title, children, action, level = 2 }: Props) => {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.root}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{children}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
};

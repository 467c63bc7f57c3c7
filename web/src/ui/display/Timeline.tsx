import type { Timestamp } from '@tessera/proto/api/wire';
import type { ReactNode } from 'react';
import { DateTime } from './DateTime.tsx';
import classes from './Timeline.module.css';

/** An event. `isException`: needs attention. */
export type TimelineItem = {
  key: string;
  at: Timestamp;
  title: ReactNode;
  note?: ReactNode;
  isException?: boolean;
};

/** The history of a thing, newest first. */
export const Timeline = ({ label, items }: { label: string; items: TimelineItem[] }) => (
  <ol className={classes.list} aria-label={label}>
    {items
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
      .map(({ key, at, title, note, isException }) => (
        <li key={key} className={classes.item} data-exception={isException || undefined}>
          <span className={classes.title}>{title}</span>
          <span className={classes.when}>
            <DateTime value={at} withTime isRelative />
          </span>
          {note && <span className={classes.note}>{note}</span>}
        </li>
      ))}
  </ol>
);

import classes from './StatusBadge.module.css';

/** `quiet` is the normal state: text without colour, so that exceptions among many rows stand out. */
export type Tone = 'quiet' | 'success' | 'warning' | 'danger' | 'info' | 'neutral';

/** A state in one word. The tone only repeats the word's meaning. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
);

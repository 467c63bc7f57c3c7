import classes from './StatusBadge.module.css';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

/** A state in one word. The tone only repeats what the word says. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
);

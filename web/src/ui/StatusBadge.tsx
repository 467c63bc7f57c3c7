import classes from './StatusBadge.module.css';

/** `quiet` is what is as it should be: words without colour, so that the exceptions among many rows are seen. */
export type Tone = 'quiet' | 'success' | 'warning' | 'danger' | 'info' | 'neutral';

/** A state in one word. The tone only repeats what the word says. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
);

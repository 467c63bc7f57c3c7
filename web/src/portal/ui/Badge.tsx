import classes from './Badge.module.css';

export type Tone = 'good' | 'warning' | 'bad' | 'quiet';

/** A state in a word. */
export const Badge = ({ tone, text }: { tone: Tone; text: string }) => (
  <span className={`${classes['badge']} ${classes[tone]}`}>{text}</span>
);

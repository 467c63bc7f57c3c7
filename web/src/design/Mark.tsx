import classes from './Mark.module.css';

/** The Tessera mark: three tiles that form one. Decorative; the name stands beside it. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path className={classes.top} d="M12 1 22 6.5 12 12 2 6.5z" />
    <path className={classes.left} d="M1.5 8 11.2 13.3v9.9L1.5 17.7z" />
    <path className={classes.right} d="m22.5 8-9.7 5.3v9.9l9.7-5.5z" />
  </svg>
);

export const Wordmark = () => (
  <span className={classes.wordmark}>
    <Mark />
    <span>Tessera</span>
  </span>
);

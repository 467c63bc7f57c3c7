import classes from './SignIn.module.css';

/** What went wrong with a form as a whole. Read aloud when it appears. */
export const Problem = ({ message }: { message: string | null | undefined }) =>
  message ? (
    <p role="alert" className={classes.alert}>
      {message}
    </p>
  ) : null;

import classes from './SignIn.module.css';

/** The error of a form as a whole, announced when it appears. */
export const Problem = ({ message }: { message: string | null | undefined }) =>
  message ? (
    <p role="alert" className={classes.alert}>
      {message}
    </p>
  ) : null;

import { WithLinks } from '../../buyers/WithLinks.tsx';
import classes from './Benefits.module.css';

/** What the seller tells those who have it. */
export const Note = ({ note }: { note: string | null }) =>
  note === null ? null : (
    <p className={classes.note} dir="auto">
      <WithLinks text={note} />
    </p>
  );

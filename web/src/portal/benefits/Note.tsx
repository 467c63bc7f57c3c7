import { WithLinks } from '../../buyers/display/WithLinks.tsx';
import classes from './Benefits.module.css';

/** The seller's note for those who have the benefit. */
export const Note = ({ note }: { note: string | null }) =>
  note === null ? null : (
    <p className={classes.note} dir="auto">
      <WithLinks text={note} />
    </p>
  );

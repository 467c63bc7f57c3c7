import { Initial } from './Initial.tsx';
import classes from './Person.module.css';

type Props = { name: string | null; email: string; image?: string | null | undefined };

/** Who: the lead of a row. A name over an address, or the address alone. */
export const Person = ({ name, email, image }: Props) => (
  <span className={classes.person}>
    <Initial name={name ?? email} image={image} isRound />
    <span className={classes.words}>
      <span className={classes.name} dir="auto">
        {name ?? email}
      </span>
      {name !== null && name !== email && <span className={classes.email}>{email}</span>}
    </span>
  </span>
);

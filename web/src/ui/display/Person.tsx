import { customerName } from '../format/customer-name.ts';
import { Initial } from './Initial.tsx';
import classes from './Person.module.css';

type Props = { name: string | null; email: string; image?: string | null | undefined };

/** A person in the first column of a row: name over e-mail address, or the address alone. */
export const Person = ({ name, email, image }: Props) => {
  const shown = customerName({ name, email });
  return (
    <span className={classes.person}>
      <Initial name={shown} image={image} isRound />
      <span className={classes.words}>
        <span className={classes.name} dir="auto">
          {shown}
        </span>
        {shown === name && name !== email && <span className={classes.email}>{email}</span>}
      </span>
    </span>
  );
};

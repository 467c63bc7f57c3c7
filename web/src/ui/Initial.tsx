import classes from './Initial.module.css';

type Props = { name: string; isRound?: boolean };

const initialOf = (name: string): string => {
  const first = name.trim().codePointAt(0);
  return first === undefined ? '·' : String.fromCodePoint(first).toUpperCase();
};

/** A name's first letter on a tile, where there is no picture. Decorative: the name stands beside it. */
export const Initial = ({ name, isRound = false }: Props) => (
  <span className={classes.initial} data-round={isRound || undefined} aria-hidden>
    {initialOf(name)}
  </span>
);

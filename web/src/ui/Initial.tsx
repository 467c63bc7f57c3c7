import classes from './Initial.module.css';

type Props = { name: string; isRound?: boolean };

const initialOf = (name: string): string => {
  const first = name.trim().codePointAt(0);
  return first === undefined ? '·' : String.fromCodePoint(first).toUpperCase();
};

const hues = 8;

/** One of eight hues, the same for a name wherever it stands. */
export const hueOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % hues;

/** A name's first letter on a tile of its own hue, where there is no picture. Decorative: the name stands beside it. */
export const Initial = ({ name, isRound = false }: Props) => {
  const hue = hueOf(name) + 1;
  const colors = { background: `var(--hue-${hue}-surface)`, color: `var(--hue-${hue}-text)` };
  return (
    <span className={classes.initial} data-round={isRound || undefined} style={colors} aria-hidden>
      {initialOf(name)}
    </span>
  );
};

import { useState } from 'react';
import { initialOf } from '../../i18n/letters.ts';
import classes from './Initial.module.css';

/** `image`: the address of a picture, if any. */
type Props = { name: string; isRound?: boolean; image?: string | null | undefined };

const hues = 8;

/** One of eight hues, always the same for a name. */
export const hueOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % hues;

/** Own pictures are loaded from this page's origin, whatever its host name. */
const addressOf = (image: string): string => {
  const { pathname } = URL.canParse(image) ? new URL(image) : { pathname: '' };
  return /\/account-picture\/[0-9a-f-]{36}$/.test(pathname) ? pathname : image;
};

/** A picture, or the name's initial on a tile of its hue. Decorative: the name stands beside it. */
export const Initial = ({ name, isRound = false, image }: Props) => {
  const [broken, setBroken] = useState<string | null>(null);
  const hue = hueOf(name) + 1;
  const colors = { background: `var(--hue-${hue}-surface)`, color: `var(--hue-${hue}-text)` };
  if (image && image !== broken)
    return (
      <img
        className={classes.initial}
        data-round={isRound || undefined}
        src={addressOf(image)}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(image)}
      />
    );
  return (
    <span className={classes.initial} data-round={isRound || undefined} style={colors} aria-hidden>
      {initialOf(name) ?? '·'}
    </span>
  );
};

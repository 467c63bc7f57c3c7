import type { ReactNode } from 'react';
import type { Failure } from '../../buyers/call.ts';
import { failureText } from '../../buyers/refusal.ts';
import { t } from '../i18n.ts';
import type { Asked } from '../portal.ts';
import { Button } from './Button.tsx';
import classes from './State.module.css';

/** The place of what is on its way, as high as it will probably be. */
export const Loading = ({ lines = 3 }: { lines?: number }) => (
  <div aria-busy="true">
    <span className={classes.unseen}>{t('loading')}</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={classes.bar} aria-hidden />
    ))}
  </div>
);

/** There is nothing, and why. */
export const Empty = ({ text }: { text: string }) => <p className={classes.empty}>{text}</p>;

/** Something could not be shown; asking again may help, unless there is no such thing. */
export const Problem = ({ failure, again }: { failure: Failure; again: () => unknown }) => {
  // An id that is none, of a link that was cut off, is refused as an input.
  const isGone = failure.status === 404 || failure.status === 422;
  return (
    <div className={classes.problem} role="alert">
      <p>{isGone ? t('gone') : failureText(failure)}</p>
      {!isGone && (
        <Button kind="secondary" onPress={again}>
          {t('notice.again')}
        </Button>
      )}
    </div>
  );
};

type ShownProps<Value> = {
  asked: Asked<Value>;
  lines?: number;
  children: (value: Value) => ReactNode;
};

/** What was asked for, as soon as it is known; until then its place, and a way on when it does not come. */
export const Shown = <Value,>({ asked, lines, children }: ShownProps<Value>) => {
  if (asked.data !== null) return children(asked.data);
  if (asked.error) return <Problem failure={asked.error} again={asked.again} />;
  return <Loading {...(lines !== undefined && { lines })} />;
};

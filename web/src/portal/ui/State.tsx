import type { ReactNode } from 'react';
import { useAgain } from '../../buyers/request/again.ts';
import type { Failure } from '../../buyers/request/call.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { t } from '../i18n.ts';
import type { Asked } from '../portal.ts';
import { Button } from './Button.tsx';
import classes from './State.module.css';

/** A placeholder of about the height of the content. */
export const Loading = ({ lines = 3 }: { lines?: number }) => (
  <div aria-busy="true">
    <span className={classes.unseen}>{t('loading')}</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={classes.bar} aria-hidden />
    ))}
  </div>
);

/** An empty list, and why it is empty. */
export const Empty = ({ text }: { text: string }) => <p className={classes.empty}>{text}</p>;

/** No response, or a server in trouble; no refusal, and not too many requests already. */
const isTrouble = ({ status }: Failure): boolean => status === 0 || status >= 500;

/** A failed request; offers a retry, unless the thing does not exist. What may pass is also retried by itself. */
export const Problem = ({ failure, again }: { failure: Failure; again: () => unknown }) => {
  useAgain(isTrouble(failure), again);
  // An invalid id, as of a truncated link, is refused as invalid input.
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

/** A reply once loaded; before that a placeholder, or the failure with a retry. */
export const Shown = <Value,>({ asked, lines, children }: ShownProps<Value>) => {
  if (asked.data !== null) return children(asked.data);
  if (asked.error) return <Problem failure={asked.error} again={asked.again} />;
  return <Loading {...(lines !== undefined && { lines })} />;
};

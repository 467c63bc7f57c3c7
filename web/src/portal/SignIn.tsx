import { useEffect, useRef, useState } from 'react';
import { SellerFoot, SellerHead } from '../buyers/display/Seller.tsx';
import { useTitle } from '../buyers/display/use-title.ts';
import { isEmail, typedEmail } from '../buyers/form/fields.ts';
import { Input } from '../buyers/form/Input.tsx';
import { failureText } from '../buyers/request/refusal.ts';
import { authenticate, requestCode, type Seller } from './api.ts';
import type { MailedCode } from './arrival.ts';
import { Closed } from './Closed.tsx';
import { CodeInput } from './CodeInput.tsx';
import { t } from './i18n.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import classes from './SignIn.module.css';
import { Alert } from './ui/Alert.tsx';
import { Button } from './ui/Button.tsx';
import { useAct } from './ui/use-act.ts';
import { useForm } from './ui/use-form.ts';

type Props = {
  organization: Seller;
  /** The seller was deleted. */
  isClosed?: boolean;
  mailed: MailedCode | null;
  /** Whether the session has ended, and its customer's e-mail address. */
  isEnded?: boolean;
  email?: string;
  onToken: (token: string, email: string) => void;
};

/** Signing in by a mailed code: customers have no passwords. */
export const SignIn = ({
  organization,
  mailed,
  isClosed = false,
  isEnded = false,
  email: known = '',
  onToken,
}: Props) => {
  const [email, setEmail] = useState(mailed?.email ?? known);
  const [isSent, setIsSent] = useState(mailed !== null);
  // The code from the link is tried once: a later mail has another code.
  const [mailedCode, setMailedCode] = useState(mailed?.code ?? null);
  const [requestToken, setRequestToken] = useState(mailed?.token);
  const [problem, setProblem] = useState<string | null>(null);
  const askAgain = (why: string | null) => {
    setProblem(why);
    setMailedCode(null);
    setIsSent(false);
  };
  const card = useFieldOf(isSent);
  useTitle(`${t('signIn.title')} · ${organization.name}`);
  return (
    <main className={classes.page}>
      <div className={classes.card} ref={card}>
        <SellerHead seller={organization} />
        {isSent ? (
          <CodeForm
            organization={organization}
            email={email}
            requestToken={requestToken}
            mailedCode={mailedCode}
            onToken={(token) => onToken(token, email)}
            onOther={askAgain}
          />
        ) : (
          <AddressForm
            organization={organization}
            isClosed={isClosed}
            isEnded={isEnded}
            before={email}
            wrong={problem}
            onSent={(typed, token) => {
              setEmail(typed);
              setRequestToken(token);
              setIsSent(true);
            }}
          />
        )}
      </div>
      <LanguageChoice />
      <SellerFoot seller={organization} />
    </main>
  );
};

/** Focuses the field of the next or previous `step`: the field that had the focus is unmounted. */
const useFieldOf = (step: boolean) => {
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    card.current?.querySelector('input')?.focus();
  }, [step]);
  return card;
};

type AddressProps = Pick<Props, 'organization'> & {
  isClosed: boolean;
  isEnded: boolean;
  /** The address that a code was sent to before; empty: none. */
  before: string;
  /** Why that code failed. */
  wrong: string | null;
  onSent: (email: string, requestToken: string | undefined) => void;
};

const AddressForm = ({ organization, isClosed, isEnded, before, wrong, onSent }: AddressProps) => {
  const { form, bind, problem, reject } = useForm({ email: before });
  const { isBusy, run } = useAct();
  const send = async () => {
    const email = typedEmail(form.email);
    if (reject(isEmail(email) ? {} : { email: t('error.email') })) return;
    await run(async () => {
      const answer = await requestCode(email, organization.id);
      if (answer.error) reject({ form: failureText(answer.error) });
      else onSent(email, answer.data?.requestToken);
      return answer;
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h1 className={classes.title}>{t(isEnded ? 'signIn.ended' : 'signIn.title')}</h1>
      <p className={classes.text}>
        {isEnded ? t('signIn.endedText') : t('signIn.text', { seller: organization.name })}
      </p>
      {isClosed && <Closed seller={organization.name} />}
      <Input
        label={t('contact.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...bind('email')}
      />
      <Alert message={problem ?? wrong} />
      <Button isSubmit isWide isBusy={isBusy}>
        {t('signIn.send')}
      </Button>
    </form>
  );
};

type CodeProps = Pick<Props, 'organization'> & {
  email: string;
  /** Of the request that led here, or of the mail's link. */
  requestToken: string | undefined;
  onToken: (token: string) => void;
  /** The code from the mail's link, if any. */
  mailedCode: string | null;
  onOther: (why: string | null) => void;
};

const CodeForm = ({ organization, email, requestToken, mailedCode, onToken, onOther }: CodeProps) => {
  const { form, bind, problem, reject } = useForm({ code: mailedCode ?? '' });
  const { isBusy, run } = useAct();
  const signIn = async (code: string) => {
    if (reject(code.length === 6 ? {} : { code: t('signIn.codeForm') })) return;
    await run(async () => {
      const answer = await authenticate({ code, email, organizationId: organization.id, requestToken });
      if (answer.data) onToken(answer.data.token);
      else if (answer.error.status !== 401 && answer.error.status !== 422)
        reject({ form: failureText(answer.error) });
      else if (code === mailedCode) onOther(t('signIn.linkOver'));
      else reject({ code: t('signIn.codeWrong') });
      return answer;
    });
  };
  useOnce(() => {
    if (mailedCode !== null) void signIn(mailedCode);
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(form.code);
      }}
    >
      <h1 className={classes.title}>{t('signIn.codeTitle')}</h1>
      <p className={classes.text} aria-live="polite">
        {t('signIn.codeText', { email })}
      </p>
      <CodeInput {...bind('code')} />
      <Alert message={problem} />
      <Button isSubmit isWide isBusy={isBusy}>
        {t('signIn.title')}
      </Button>
      <Button kind="quiet" isWide onPress={() => onOther(null)}>
        {t('signIn.other')}
      </Button>
    </form>
  );
};

/** Runs on the first mount only, also in strict mode. */
const useOnce = (act: () => void): void => {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    act();
  });
};

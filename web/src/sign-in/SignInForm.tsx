import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announceSession } from '../api/account/session-broadcast.ts';
import type { Failure } from '../api/request/failure.ts';
import { t } from '../i18n/t.ts';
import { paths } from '../paths.ts';
import type { FieldErrors } from '../ui/forms/form-errors.ts';
import { TextField } from '../ui/forms/TextField.tsx';
import { signIn } from './api.ts';
import { Problem } from './Problem.tsx';
import classes from './SignIn.module.css';

type Props = {
  /** Where to go after the address is verified or the password reset, if that comes first. */
  next: string;
  canReset: boolean;
  /** Prefills the name of the user who must sign in again, or whom an OAuth client expects. */
  name?: string | undefined;
  /** Begins in the password field, where only that is missing. */
  isAtPassword?: boolean;
  /** Returns why the page cannot go on with the session. */
  onSignedIn: () => void | Promise<Failure | null>;
  /** The address must be verified first. */
  onUnverified: (name: string) => unknown;
};

/**
 * Sign-in by e-mail address or username, and password. Without the component library: this is the first page that
 * anyone loads.
 */
export const SignInForm = (props: Props) => {
  const { values, errors, isBusy, set, type, submit } = useSignIn(props);
  const form = useRef<HTMLFormElement>(null);
  const { isAtPassword = false } = props;
  useEffect(() => {
    if (isAtPassword) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, [isAtPassword]);
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      <Problem message={errors['form']} />
      <TextField
        name="name"
        label={t('sign-in:emailOrUsername')}
        autoComplete="username"
        isVerbatim
        value={values.name}
        error={errors['name']}
        onChange={(typed) => type({ name: typed })}
      />
      <PasswordField
        value={values.password}
        error={errors['password']}
        onChange={(typed) => type({ password: typed })}
      />
      <div className={classes.line}>
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={values.rememberMe}
            onChange={({ currentTarget }) => set({ rememberMe: currentTarget.checked })}
          />
          {t('sign-in:keepMeSignedIn')}
        </label>
        {props.canReset && <a href={paths.forgotPassword(props.next)}>{t('sign-in:forgotPassword')}</a>}
      </div>
      <button type="submit" className={classes.primary} aria-disabled={isBusy}>
        {t('sign-in:signIn')}
      </button>
    </form>
  );
};

type PasswordProps = { value: string; error: string | undefined; onChange: (typed: string) => void };

/** A password field whose value can be shown. */
const PasswordField = (props: PasswordProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      name="password"
      label={t('sign-in:password')}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      isVerbatim
      {...props}
    >
      <button
        type="button"
        className={classes.show}
        aria-label={t('sign-in:showPassword')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? t('sign-in:hide') : t('sign-in:show')}
      </button>
    </TextField>
  );
};

/** The form's values and errors, and the request. */
const useSignIn = ({ next, name = '', onSignedIn, onUnverified }: Props) => {
  const { values, errors, set, setErrors } = useFormState({ name, password: '', rememberMe: true });
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const refuse = (failure: Failure) =>
    failure.name === 'EMAIL_NOT_VERIFIED'
      ? onUnverified(values.name.trim())
      : setErrors({ form: failure.message });
  const type = (typed: { name?: string; password?: string }) => {
    set(typed);
    // Preloads the schema.
    void check({});
  };
  /** Returns whether the page is being left. */
  const attempt = async (): Promise<boolean> => {
    const wrong = await check(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return false;
    setIsBusy(true);
    const { error } = await signIn({ ...values, name: values.name.trim(), next });
    if (error) {
      refuse(error);
      return false;
    }
    announceSession();
    const failure = await onSignedIn();
    if (failure) setErrors({ form: failure.message });
    return !failure;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Also while the schema is being loaded: a second press would sign in twice.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const isLeaving = await attempt();
    isUnderWay.current = isLeaving;
    setIsBusy(isLeaving);
  };
  return { values, errors, isBusy, set, type, submit };
};

/** The schema is loaded while the user types; without it the server validates. */
const check = async (values: object): Promise<FieldErrors> =>
  import('./check.ts').then(
    ({ checkSignIn }) => checkSignIn(values),
    () => ({}),
  );

/** Values and errors; changing a field clears its error. */
const useFormState = <Values extends object>(initial: Values) => {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const set = (changes: Partial<Values>) => {
    setValues((typed) => ({ ...typed, ...changes }));
    setErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([field]) => !(field in changes))),
    );
  };
  return { values, errors, set, setErrors };
};

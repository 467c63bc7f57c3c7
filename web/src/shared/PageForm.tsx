import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../api/current-organization.ts';
import { asFailure } from '../api/failure.ts';
import { t } from '../i18n/t.ts';
import { FormLayout } from '../ui/FormLayout.tsx';
import { type FieldErrors, type FieldMap, failureErrors } from '../ui/form-errors.ts';
import { type GuardedForm, untouched, useBefore, useGuardedForm } from '../ui/guarded-form.ts';
import { notifyDone } from '../ui/notify.ts';

/** What a mutation answers. */
type Answer<Result> = { data: Result; error?: undefined } | { data?: undefined; error: object };

type Props<Values extends object, Result> = {
  /** What is known now: fields that nobody touched follow it. */
  initialValues: Values;
  /** What is wrong with what was typed, by field. */
  validate: (values: Values) => FieldErrors;
  /** `before`: what the form began with, or was last saved as. */
  send: (values: Values, before: Values) => PromiseLike<Answer<Result>>;
  /** Where refused paths of the request are shown. */
  fields?: FieldMap;
  /** A mistake that no input shows. */
  problem?: (errors: GuardedForm<Values>['errors']) => ReactNode;
  /** What the form makes, beside it. */
  renderAside?: (values: Values) => ReactNode;
  children: (form: GuardedForm<Values>) => ReactNode;
};

type Foot = { submitLabel: string; onCancel?: () => unknown };
type Sent<Values extends object, Result> = {
  /** What the form holds once it is saved, where that is not what was typed. */
  savedAs?: ((values: Values, result: Result) => Values) | undefined;
  onSent: (form: GuardedForm<Values>, kept: Values, result: Result) => unknown;
};

/** A form of an organization's page: checked before it is sent, what the server refuses beside the field it is about. */
const PageForm = <Values extends object, Result>({
  initialValues,
  validate,
  send,
  fields = {},
  problem,
  renderAside,
  children,
  savedAs,
  onSent,
  ...foot
}: Props<Values, Result> & Sent<Values, Result> & Foot) => {
  const { writeRefusal } = useCurrentOrganization();
  const form = useGuardedForm<Values>({ initialValues, validate });
  const [before, setBefore] = useBefore(form, initialValues);
  const submit = form.onSubmit(async (values) => {
    const { data, error } = await send(values, before);
    if (error !== undefined) return form.setErrors(failureErrors(asFailure(error), fields));
    const kept = savedAs?.(values, data) ?? values;
    // What was typed while it was sent stays.
    if (kept !== values) form.setValues(untouched(kept, values, form.getValues()));
    setBefore(kept);
    await onSent(form, kept, data);
  });
  return (
    <FormLayout
      {...foot}
      onSubmit={submit}
      error={form.errors['form'] ?? problem?.(form.errors)}
      isBusy={form.submitting}
      refusal={writeRefusal}
      isDirty={form.isDirty()}
      aside={renderAside?.(form.values)}
    >
      {children(form)}
    </FormLayout>
  );
};

type EditProps<Values extends object, Result> = Props<Values, Result> & Pick<Sent<Values, Result>, 'savedAs'>;

/** Changes what is there, on its own page. */
export const EditForm = <Values extends object, Result = unknown>(props: EditProps<Values, Result>) => (
  <PageForm<Values, Result>
    {...props}
    submitLabel={t('ui:saveChanges')}
    onSent={(form, kept) => {
      form.saved(kept);
      notifyDone(t('ui:yourChangesWereSaved'));
    }}
  />
);

type CreateProps<Values extends object, Result> = Props<Values, Result> & {
  submitLabel: string;
  /** The list that the new one will stand in: where cancelling leads. */
  listPath: string;
  /** What is said of the new one. */
  done: (result: Result) => string;
  /** Where one is led then; else to the list. */
  path?: (result: Result) => string;
};

/** Makes something new, on a page of its own. */
export const CreateForm = <Values extends object, Result>({
  listPath,
  done,
  path,
  ...props
}: CreateProps<Values, Result>) => {
  const navigate = useNavigate();
  return (
    <PageForm<Values, Result>
      {...props}
      onCancel={() => navigate(listPath)}
      onSent={async (form, _values, result) => {
        form.saved();
        notifyDone(done(result));
        // Back leads to where one came from, not to an empty form that would make another.
        await navigate(path?.(result) ?? listPath, { replace: true });
      }}
    />
  );
};

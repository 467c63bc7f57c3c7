import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
import { asFailure } from '../api/request/failure.ts';
import { t } from '../i18n/t.ts';
import { notifyDone } from '../ui/dialogs/notify.ts';
import { FormLayout } from '../ui/forms/FormLayout.tsx';
import { type FieldErrors, type FieldMap, failureErrors } from '../ui/forms/form-errors.ts';
import { type GuardedForm, untouched, useBefore, useGuardedForm } from '../ui/forms/guarded-form.ts';

/** The result of a mutation. */
type Answer<Result> = { data: Result; error?: undefined } | { data?: undefined; error: object };

type Props<Values extends object, Result> = {
  /** The present values: untouched fields are updated with them. */
  initialValues: Values;
  /** Validation errors by field. */
  validate: (values: Values) => FieldErrors;
  /** `before`: the values that the form started with, or was last saved with. */
  send: (values: Values, before: Values) => PromiseLike<Answer<Result>>;
  /** Maps refused paths of the request to form fields. */
  fields?: FieldMap;
  /** An error that belongs to no input. */
  problem?: (errors: GuardedForm<Values>['errors']) => ReactNode;
  /** A preview of the result, beside the form. */
  renderAside?: (values: Values) => ReactNode;
  children: (form: GuardedForm<Values>) => ReactNode;
};

type Foot = { submitLabel: string; onCancel?: () => unknown };
type Sent<Values extends object, Result> = {
  /** The form's values after saving, where they differ from the typed ones. */
  savedAs?: ((values: Values, result: Result) => Values) | undefined;
  onSent: (form: GuardedForm<Values>, kept: Values, result: Result) => unknown;
};

/** A form of an organization's page: validated before it is sent; fields refused by the server show their errors. */
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
    // Input during the request is kept.
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

/** Edits an existing thing on its own page. */
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
  /** The list that will contain the new thing; cancelling leads there. */
  listPath: string;
  /** The notification afterwards. */
  done: (result: Result) => string;
  /** Where to go afterwards; default: the list. */
  path?: (result: Result) => string;
};

/** Creates a thing on a page of its own. */
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
        // Going back leads to the previous page, not to an empty form that would create another.
        await navigate(path?.(result) ?? listPath, { replace: true });
      }}
    />
  );
};

import { AuthError, BillingError, type RefusedField } from '@tessera/proto/api/error';
import { translateServerText } from '../../i18n/server-text.ts';
import { t } from '../../i18n/t.ts';
import { type Failure, fallbackMessage } from './failure.ts';

/** Kept on the page after the user has signed in again, when it must still be true. */
const isSignedOut = (body: unknown): boolean =>
  BillingError.safeParse(body).data?.detail === 'Not authenticated';

/** For pages without any of the refused fields: the message of a single field, where the API gives one. */
const aboutFields = ([field, ...others]: readonly RefusedField[]): string =>
  field?.type === 'value_error' && others.length === 0
    ? translateServerText(field.msg)
    : t('common:someFieldsNeedAnotherLook');

/** Outages of third parties or of the disk, whose messages say more than their status. */
const outages = new Set<string | undefined>(['InsufficientStorage', 'PaymentProcessorUnavailable']);

/** Parses the body of a failed request of either API. */
export const readFailure = (status: number, body: unknown): Failure => {
  const known = { status, name: 'Error', message: fallbackMessage(status), fields: [] };
  if (status === 401 && isSignedOut(body)) return known;
  const billing = BillingError.safeParse(body);
  if ((status === 429 || status >= 500) && !outages.has(billing.data?.error)) return known;
  if (billing.success) {
    const { error, detail } = billing.data;
    if (typeof detail === 'string') return { ...known, name: error, message: translateServerText(detail) };
    return { ...known, name: error, message: aboutFields(detail), fields: detail };
  }
  const auth = AuthError.safeParse(body);
  if (auth.success)
    return { ...known, name: auth.data.code ?? 'Error', message: translateServerText(auth.data.message) };
  return known;
};

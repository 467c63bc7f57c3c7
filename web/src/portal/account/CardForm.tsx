import { serverDate } from '../../api/request/server-time.ts';
import { CardFields } from '../../buyers/card/CardFields.tsx';
import { readCard } from '../../buyers/card/card.ts';
import { SandboxHint } from '../../buyers/card/SandboxHint.tsx';
import type { Due } from '../../buyers/card/stripe.ts';
import controls from '../../buyers/form/Controls.module.css';
import { call } from '../../buyers/request/call.ts';
import { cardPlaces, type FieldErrors, failureErrors } from '../../buyers/request/refusal.ts';
import { t } from '../i18n.ts';
import { useIsAtStripe } from '../parts.ts';
import { usePortal } from '../portal.ts';
import { useAct } from '../ui/use-act.ts';
import { useForm } from '../ui/use-form.ts';
import { CardEnd } from './CardEnd.tsx';
import { StripeForm } from './StripeForm.tsx';

type Props = {
  /** Label of the button. */
  label: string;
  /** Whether the action with the card is in progress. */
  isBusy: boolean;
  /** The amount to be charged, or that the card is only saved. */
  due: Due;
  onToken: (confirmationTokenId: string) => unknown;
  /** Error of the action. */
  refusal: string | null;
  onClose?: () => void;
};

/** A card form: the processor exchanges the card for a token; only the token is sent to us. */
export const CardForm = (props: Props) =>
  useIsAtStripe() ? <StripeForm {...props} /> : <SandboxForm {...props} />;

const SandboxForm = ({ label, isBusy, onToken, refusal, onClose }: Props) => {
  const { seller } = usePortal();
  const { form, set, bind, problem, reject } = useForm({ number: '', expiry: '', cvc: '', name: '' });
  const exchange = useAct();
  const send = async () => {
    if (isBusy) return;
    const { card, errors } = readCard(form, serverDate());
    const wrong: FieldErrors = Object.fromEntries(
      Object.entries(errors ?? {}).map(([field, key]) => [field, t(key)]),
    );
    if (form.name.trim() === '') wrong['name'] = t('error.name');
    if (reject(wrong) || card === null) return;
    const token = await exchange.run(async () => {
      const answer = await call<{ id: string }>('/sandbox/confirmation-tokens', {
        method: 'POST',
        body: { card },
      });
      if (answer.error) reject(failureErrors(answer.error, cardPlaces));
      return answer;
    });
    if (token) await onToken(token.id);
  };
  return (
    <form
      className={controls.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className={controls.fields} disabled={isBusy}>
        <CardFields bind={bind} />
        {seller.paymentProcessor['processor'] === 'sandbox' && (
          <SandboxHint onPick={(number) => set('number', number)} />
        )}
      </fieldset>
      <CardEnd
        label={label}
        isBusy={isBusy || exchange.isBusy}
        problem={problem ?? refusal}
        onClose={onClose}
      />
    </form>
  );
};

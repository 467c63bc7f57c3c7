import { useState } from 'react';
import { isEmail, typedEmail } from '../../buyers/form/fields.ts';
import { Input } from '../../buyers/form/Input.tsx';
import type { Answer } from '../../buyers/request/call.ts';
import { failureErrors, failureText } from '../../buyers/request/refusal.ts';
import { type Customer, routes } from '../api.ts';
import { CodeInput } from '../CodeInput.tsx';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Button } from '../ui/Button.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';
import { useAct } from '../ui/use-act.ts';
import { useForm } from '../ui/use-form.ts';

type Step = { at: 'shown' } | { at: 'address' } | { at: 'code'; email: string };

/** The e-mail address for mails and for signing in. A new one is verified by a code first. */
export const EmailSection = ({ customer }: { customer: Customer }) => {
  const [step, setStep] = useState<Step>({ at: 'shown' });
  const { seller } = usePortal();
  const mayChange = seller.organization.customerPortalSettings.customer.allowEmailChange;
  const back = () => setStep({ at: 'shown' });
  return (
    <Section
      title={t('contact.email')}
      action={
        mayChange &&
        step.at === 'shown' && (
          <Button kind="quiet" onPress={() => setStep({ at: 'address' })}>
            {t('email.change')}
          </Button>
        )
      }
    >
      {step.at === 'shown' && <p className={sections.value}>{customer.email}</p>}
      {step.at === 'address' && (
        <AddressForm onClose={back} onSent={(email) => setStep({ at: 'code', email })} />
      )}
      {step.at === 'code' && <CodeForm email={step.email} onClose={back} />}
    </Section>
  );
};

const AddressForm = ({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) => {
  const { change } = usePortal();
  const { isBusy, run } = useAct();
  const { form, bind, problem, reject } = useForm({ email: '' });
  const send = async () => {
    const email = typedEmail(form.email);
    if (reject(isEmail(email) ? {} : { email: t('error.email') })) return;
    await run(async () => {
      const answer = await change<null>(`${routes.emailUpdate}/request`, { method: 'POST', body: { email } });
      if (answer.error) reject(failureErrors(answer.error, { email: 'email' }));
      else onSent(email);
      return answer;
    });
  };
  return (
    <EditForm onSubmit={send} onClose={onClose} problem={problem} isBusy={isBusy} label={t('signIn.send')}>
      <Input label={t('email.new')} type="email" inputMode="email" autoComplete="email" {...bind('email')} />
    </EditForm>
  );
};

const CodeForm = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const { change } = usePortal();
  const { isBusy, run } = useAct();
  const { form, bind, problem, reject } = useForm({ code: '' });
  const prove = async () => {
    if (reject(form.code.length === 6 ? {} : { code: t('signIn.codeForm') })) return;
    await run(async () => {
      const answer: Answer<Customer> = await change(`${routes.emailUpdate}/verify`, {
        method: 'POST',
        body: { code: form.code },
      });
      if (!answer.error) onClose();
      else if (answer.error.status < 500 && answer.error.status > 399 && answer.error.status !== 429)
        reject({ code: t('signIn.codeWrong') });
      else reject({ form: failureText(answer.error) });
      return answer;
    });
  };
  return (
    <EditForm onSubmit={prove} onClose={onClose} problem={problem} isBusy={isBusy}>
      <p className={sections.text} aria-live="polite">
        {t('email.codeText', { email })}
      </p>
      <CodeInput {...bind('code')} />
    </EditForm>
  );
};

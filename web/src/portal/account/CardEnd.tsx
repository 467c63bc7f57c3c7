import controls from '../../buyers/form/Controls.module.css';
import { t } from '../i18n.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Acts } from '../ui/Dialog.tsx';

type Props = {
  label: string;
  isBusy: boolean;
  problem: string | null;
  /** Closes the form, where it was opened in place of something else. */
  onClose?: (() => void) | undefined;
};

/** The end of a card form: error, button, and where the card is sent. */
export const CardEnd = ({ label, isBusy, problem, onClose }: Props) => {
  const send = (
    <Button isSubmit isBusy={isBusy}>
      {label}
    </Button>
  );
  return (
    <>
      <Alert message={problem} />
      {onClose ? (
        <Acts>
          {send}
          <Button kind="secondary" onPress={onClose}>
            {t('close')}
          </Button>
        </Acts>
      ) : (
        send
      )}
      <p className={controls.note}>{t('pay.secure')}</p>
    </>
  );
};

import type { ReactNode } from 'react';
import controls from '../../buyers/form/Controls.module.css';
import { t } from '../i18n.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Acts } from './Dialog.tsx';

type Props = {
  onSubmit: () => unknown;
  onClose: () => void;
  /** The error of the form as a whole. */
  problem: string | null;
  isBusy: boolean;
  /** Label of the button; default: "Save". */
  label?: string;
  children: ReactNode;
};

/** An in-place form within a section: inputs, error, and two buttons. */
export const EditForm = ({ onSubmit, onClose, problem, isBusy, label = t('save'), children }: Props) => (
  <form
    className={controls.form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    {children}
    <Alert message={problem} />
    <Acts>
      <Button isSubmit isBusy={isBusy}>
        {label}
      </Button>
      <Button kind="secondary" onPress={onClose}>
        {t('close')}
      </Button>
    </Acts>
  </form>
);

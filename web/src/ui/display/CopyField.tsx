import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import classes from './CopyField.module.css';
import { Copying } from './Copying.tsx';

type Props = { label: string; value: string; description?: string };

/** A value to copy: selected on focus, copied by a button that reports success. */
export const CopyField = ({ label, value, description }: Props) => (
  <TextInput
    label={label}
    description={description}
    value={value}
    readOnly
    classNames={{ input: classes.input }}
    onFocus={(event) => event.currentTarget.select()}
    rightSection={<CopyAction label={label} value={value} />}
  />
);

/** Copies the value of the field beside it. */
export const CopyAction = ({ label, value }: Pick<Props, 'label' | 'value'>) => (
  <Copying value={value}>
    {({ copied, copy }) => {
      const words = copied ? t('ui:copied') : t('ui:copy', { label: withinSentence(label) });
      return (
        <Tooltip label={words}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={words}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      );
    }}
  </Copying>
);

/** German nouns keep their capitals. */
const withinSentence = (label: string): string =>
  readerLocale().startsWith('de') ? label : label.toLowerCase();

import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { Copying } from './Copying.tsx';
import classes from './CopyText.module.css';

/** A short text, such as a number or an id, that is copied on click. */
export const CopyText = ({ label, value }: { label: string; value: string }) => (
  <Copying value={value}>
    {({ copied, copy }) => (
      <UnstyledButton
        className={classes.text}
        onClick={copy}
        aria-label={copied ? t('ui:copied') : `${t('ui:copy', { label })}: ${value}`}
      >
        <span data-figures>{value}</span>
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden data-screen />}
      </UnstyledButton>
    )}
  </Copying>
);

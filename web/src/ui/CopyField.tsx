import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../i18n/t.ts';
import classes from './CopyField.module.css';

type Props = { label: string; value: string; description?: string };

/** A value to take away: selected on focus, copied by a button that says so. */
export const CopyField = ({ label, value, description }: Props) => (
  <TextInput
    label={label}
    description={description}
    value={value}
    readOnly
    classNames={{ input: classes.input }}
    onFocus={(event) => event.currentTarget.select()}
    rightSection={
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('ui:copied') : t('ui:copy', { label: label.toLowerCase() })}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={copied ? t('ui:copied') : t('ui:copy', { label: label.toLowerCase() })}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    }
  />
);

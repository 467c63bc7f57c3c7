import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../i18n/t.ts';

type Props = {
  href: string;
  /** Without words, beside the other tools of a table. */
  isIcon?: boolean;
};

/** Takes a list away as a file for spreadsheets. */
export const ExportLink = ({ href, isIcon = false }: Props) =>
  isIcon ? (
    <ActionIcon component="a" href={href} download variant="default" size={32} aria-label={t('ui:exportCsv')}>
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('ui:exportCsv')}
    </Button>
  );

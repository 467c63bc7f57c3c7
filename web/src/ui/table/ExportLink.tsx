import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';

/** Downloads a list as a spreadsheet file, beside the other tools of its table. */
export const ExportLink = ({ href }: { href: string }) => (
  <ActionIcon component="a" href={href} download variant="default" size={32} aria-label={t('ui:exportCsv')}>
    <IconDownload size={16} aria-hidden />
  </ActionIcon>
);

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../i18n/t.ts';

/** Takes a list away as a file for spreadsheets. */
export const ExportLink = ({ href }: { href: string }) => (
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

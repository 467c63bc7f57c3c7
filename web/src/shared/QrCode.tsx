import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { t } from '../i18n/t.ts';
import { saveText } from '../ui/table/save-text.ts';
import classes from './QrCode.module.css';

/** An address as a QR code. Dark on light in either color scheme, which cameras need. */
export const QrCode = ({ url }: { url: string }) => {
  const drawn = useRef<SVGSVGElement>(null);
  const save = () => {
    if (drawn.current)
      saveText(new XMLSerializer().serializeToString(drawn.current), {
        name: 'checkout.svg',
        type: 'image/svg+xml',
      });
  };
  return (
    <Stack gap="sm" align="center">
      <QRCodeSVG
        ref={drawn}
        className={classes.code}
        value={url}
        title={t('shared:qrCodeOf', { url })}
        marginSize={4}
        size={512}
      />
      <Text size="sm" c="dimmed" ta="center">
        {t('shared:whoScansItComesToTheCheckout')}
      </Text>
      <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
        {t('shared:downloadSvg')}
      </Button>
    </Stack>
  );
};

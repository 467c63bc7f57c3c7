import { useState } from 'react';
import { day, number } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Grant, type LicenseKey, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import { Shown } from '../ui/State.tsx';
import { useAct } from '../ui/use-act.ts';
import classes from './Benefits.module.css';

/** The license key of a grant: to copy, with its limits and activations. */
export const Keys = ({ grant }: { grant: Grant }) => {
  const id = 'licenseKeyId' in grant.properties ? grant.properties.licenseKeyId : undefined;
  return id === undefined ? <p className={classes.later}>{t('benefit.preparing')}</p> : <Key id={id} />;
};

const Key = ({ id }: { id: string }) => {
  const asked = useAsked<LicenseKey>(routes.licenseKey(id));
  return (
    <Shown asked={asked} lines={1}>
      {(key) => (
        <>
          <div className={classes.key}>
            <code>{key.key}</code>
            <CopyButton text={key.key} />
          </div>
          <p className={classes.facts}>{factsOf(key).join(' · ')}</p>
          {key.activations.length > 0 && (
            <ul className={classes.devices} aria-label={t('keys.devices')}>
              {key.activations.map((activation) => (
                <Device key={activation.id} licenseKey={key} activation={activation} />
              ))}
            </ul>
          )}
        </>
      )}
    </Shown>
  );
};

const factsOf = (key: LicenseKey): string[] => [
  ...(key.status === 'granted' ? [] : [t('keys.off')]),
  ...(key.expiresAt ? [t('keys.until', { date: day(key.expiresAt) })] : [t('keys.forever')]),
  ...(key.limitActivations === null
    ? []
    : [
        t('keys.activations', {
          used: number(key.activations.length),
          limit: number(key.limitActivations),
        }),
      ]),
  ...(key.limitUsage === null
    ? []
    : [t('keys.usage', { used: number(key.usage), limit: number(key.limitUsage) })]),
];

type DeviceProps = { licenseKey: LicenseKey; activation: LicenseKey['activations'][number] };

/** Software may activate a key without a label. */
const nameOf = ({ label }: DeviceProps['activation']): string => label.trim() || t('keys.unnamed');

const Device = ({ licenseKey, activation }: DeviceProps) => {
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <li>
      <span className={classes.file} dir="auto">
        {nameOf(activation)}
        <span className={classes.size}>{t('keys.since', { date: day(activation.createdAt) })}</span>
      </span>
      <Button
        kind="quiet"
        label={t('keys.removeOf', { name: nameOf(activation) })}
        onPress={() => setIsRemoving(true)}
      >
        {t('remove')}
      </Button>
      {isRemoving && (
        <RemoveDialog licenseKey={licenseKey} activation={activation} onClose={() => setIsRemoving(false)} />
      )}
    </li>
  );
};

const RemoveDialog = ({ licenseKey, activation, onClose }: DeviceProps & { onClose: () => void }) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const remove = async () => {
    const { key, organizationId } = licenseKey;
    const isGone = await run(async () => {
      const { error } = await change<null>(routes.deactivate, {
        method: 'POST',
        body: { key, organizationId, activationId: activation.id },
      });
      return error ? { data: null, error } : { data: true, error: null };
    });
    if (isGone) onClose();
  };
  return (
    <Dialog title={t('keys.removeOf', { name: nameOf(activation) })} onClose={onClose}>
      <p>{t('keys.removeText')}</p>
      <Alert message={failure && failureText(failure)} />
      <Acts>
        <Button kind="danger" isBusy={isBusy} onPress={remove}>
          {t('remove')}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
          {t('close')}
        </Button>
      </Acts>
    </Dialog>
  );
};

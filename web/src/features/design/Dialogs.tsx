import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Row } from './States.tsx';

const kinds = ['Plain', 'With a long name', 'Confirming', 'Confirming busily', 'Confirming in vain'] as const;
const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabteilungsleitung';
type Kind = (typeof kinds)[number];

export const Dialogs = () => {
  const [open, setOpen] = useState<Kind | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Dialogs">
      <Row>
        {kinds.map((kind) => (
          <Button key={kind} variant="default" onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
      </Row>
      {open === 'Plain' && (
        <Dialog opened onClose={close} title="Rename the token">
          <Stack gap="md">
            <TextInput label="New name" defaultValue="Shop back end" data-autofocus />
            <DialogActions action="Save name" isBusy={false} onCancel={close} />
          </Stack>
        </Dialog>
      )}
      {open === 'With a long name' && (
        <Dialog opened onClose={close} title={`Rename ${longName}`}>
          <Stack gap="md">
            <Select label="Team" data={[longName]} />
            <DialogActions action="Save name" isBusy={false} onCancel={close} />
          </Stack>
        </Dialog>
      )}
      <ConfirmDialog
        isOpen={open !== null && open !== 'Plain' && open !== 'With a long name'}
        title="Delete the benefit?"
        action="Delete benefit"
        isBusy={open === 'Confirming busily'}
        error={open === 'Confirming in vain' ? 'It could not be deleted.' : null}
        onConfirm={() => open !== 'Confirming in vain' && close()}
        onClose={close}
      >
        Customers who have it lose it at once.
      </ConfirmDialog>
    </Section>
  );
};

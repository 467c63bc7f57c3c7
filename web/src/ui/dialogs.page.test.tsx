import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { theme } from '../design/theme.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';

const acts = async (dialog: ReactNode) => {
  render(<MantineProvider theme={theme}>{dialog}</MantineProvider>);
  const buttons = within(await screen.findByRole('dialog')).getAllByRole('button');
  return buttons.flatMap(({ textContent }) => textContent || []);
};
const nothing = () => undefined;

describe('the end of a dialog', () => {
  it('names what it leads to before the way out', async () => {
    const end = <DialogActions action="Rename" isBusy={false} onCancel={nothing} />;
    const shown = acts(
      <Dialog opened onClose={nothing} title="Rename token">
        {end}
      </Dialog>,
    );
    expect(await shown).toEqual(['Rename', 'Cancel']);
  });

  it('does so where something is lost, too, with the keyboard at the way out', async () => {
    const shown = acts(
      <ConfirmDialog isOpen title="Delete?" action="Delete" onConfirm={nothing} onClose={nothing}>
        It is gone for good.
      </ConfirmDialog>,
    );
    expect(await shown).toEqual(['Delete', 'Cancel']);
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
  });

  it.each([
    ['what can be undone', true],
    ['what cannot', false],
  ])('keeps red for what cannot be undone: %s', async (_name, isReversible) => {
    const dialog = (
      <ConfirmDialog
        isOpen
        title="Sure?"
        action="Yes"
        isReversible={isReversible}
        onConfirm={nothing}
        onClose={nothing}
      >
        This comes of it.
      </ConfirmDialog>
    );
    await acts(dialog);
    const ground = screen.getByRole('button', { name: 'Yes' }).style.getPropertyValue('--button-bg');
    expect(ground.includes('danger')).toBe(!isReversible);
  });
});

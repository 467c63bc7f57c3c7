import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { theme } from '../../design/theme.ts';
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

describe('a dialog that closes', () => {
  /** As in a list: what is to be deleted is forgotten as soon as it is not. */
  const Deletion = () => {
    const [name, setName] = useState<string | null>('Ada');
    return (
      <MantineProvider theme={theme}>
        <ConfirmDialog
          isOpen={name !== null}
          title={`Delete ${name ?? 'nobody'}?`}
          action={name === null ? 'Delete nobody' : 'Delete'}
          onConfirm={nothing}
          onClose={() => setName(null)}
        >
          {name ?? 'Nobody'} cannot sign in any more.
        </ConfirmDialog>
      </MantineProvider>
    );
  };

  it('is about the same until it is gone', async () => {
    const user = userEvent.setup();
    render(<Deletion />);
    await screen.findByText('Delete Ada?');
    const words: (string | null)[] = [];
    const observer = new MutationObserver(() => words.push(document.body.textContent));
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    observer.disconnect();
    expect(words.filter((text) => /nobody/i.test(text ?? ''))).toEqual([]);
  });
});

describe('the focus after a dialog', () => {
  /** As where its code is fetched with the first wish for it: rendered open, and kept. */
  const Late = () => {
    const [isOpen, setIsOpen] = useState<boolean>();
    return (
      <MantineProvider theme={theme}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Leave
        </button>
        {isOpen !== undefined && (
          <ConfirmDialog
            isOpen={isOpen}
            title="Sure?"
            action="Yes"
            onConfirm={nothing}
            onClose={() => setIsOpen(false)}
          >
            This comes of it.
          </ConfirmDialog>
        )}
      </MantineProvider>
    );
  };

  it('is where it was, also where the dialog was rendered open and stays', async () => {
    const user = userEvent.setup();
    render(<Late />);
    const opener = screen.getByRole('button', { name: 'Leave' });
    await user.click(opener);
    const wayOut = await screen.findByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(wayOut).toBe(document.activeElement));
    await user.click(wayOut);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toBe(document.activeElement);
  });
});

import { render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { useKeptFocus } from './keep-focus.ts';

const Pages = ({ isPausing }: { isPausing: boolean }) => {
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  return (
    <main ref={content}>
      <h1 tabIndex={-1}>Pro</h1>
      <section>
        <h2 tabIndex={-1}>Your plan</h2>
        {!isPausing && <button type="button">Pause</button>}
      </section>
    </main>
  );
};

const vanish = async (prepare: (button: HTMLElement) => void) => {
  const { rerender } = render(<Pages isPausing={false} />);
  prepare(screen.getByRole('button'));
  // Whatever follows from leaving it is done before it vanishes.
  await Promise.resolve();
  rerender(<Pages isPausing />);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
};

const Steps = ({ isSecond }: { isSecond: boolean }) => {
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  return (
    <main ref={content}>
      <section>
        <h2 tabIndex={-1}>Your plan</h2>
        <dialog open>
          <h2 tabIndex={-1}>Cancel Pro?</h2>
          {isSecond ? (
            <form>
              <input aria-label="Reason" />
            </form>
          ) : (
            <button type="button">Cancel anyway</button>
          )}
        </dialog>
      </section>
    </main>
  );
};

describe('a button that vanishes', () => {
  it('leaves the keyboard at the name of its part', async () => {
    await vanish((button) => button.focus());
    const part = screen.getByRole('heading', { name: 'Your plan' });
    await waitFor(() => expect(document.activeElement).toBe(part));
  });

  it('takes nobody along who had left it', async () => {
    await vanish((button) => {
      button.focus();
      button.blur();
    });
    expect(document.activeElement).toBe(document.body);
  });

  it('leaves it there too when it was disabled for what it did', async () => {
    await vanish((button) => {
      button.focus();
      button.setAttribute('disabled', '');
      button.blur();
    });
    const part = screen.getByRole('heading', { name: 'Your plan' });
    await waitFor(() => expect(document.activeElement).toBe(part));
  });

  it('leaves the keyboard in its dialog, at the beginning of the next step', async () => {
    const { rerender } = render(<Steps isSecond={false} />);
    screen.getByRole('button').focus();
    rerender(<Steps isSecond />);
    const title = screen.getByRole('heading', { name: 'Cancel Pro?' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });
});

import { MantineProvider } from '@mantine/core';
import { cleanNotifications } from '@mantine/notifications';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { theme } from '../design/theme.ts';
import { notifyDone, notifyFailed } from '../ui/dialogs/notify.ts';
import { Notices } from './Notices.tsx';

const open = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <Notices />
    </MantineProvider>,
  );
afterEach(() => {
  act(() => cleanNotifications());
  jest.useRealTimers();
});

describe('notifications', () => {
  it('are added to a live region that was there before, a failure as an alert', async () => {
    const { container } = open();
    const region = container.querySelector('[aria-live="polite"]');
    expect(region).not.toBeNull();
    act(() => notifyDone('It was saved.'));
    const done = await screen.findByText('It was saved.');
    expect(region?.contains(done)).toBe(true);
    // A live region within would be one that comes with its text.
    expect(done.closest('[role="status"], [role="alert"]')).toBeNull();
    act(() => notifyFailed('It failed.'));
    expect((await screen.findByText('It failed.')).closest('[role="alert"]')).not.toBeNull();
  });

  /** Shows a text while the clock is the test's own. */
  const show = async (text: string): Promise<void> => {
    await act(async () => {
      notifyDone(text);
      await import('./ShownNotices.tsx');
    });
    act(() => jest.advanceTimersByTime(300));
    screen.getByText(text);
  };

  /** Shows a text, and answers when it has gone, in milliseconds. */
  const shownFor = async (text: string): Promise<number> => {
    await show(text);
    let passed = 0;
    for (; screen.queryByText(text) && passed < 60_000; passed += 500)
      act(() => jest.advanceTimersByTime(500));
    return passed;
  };

  it('stay as long as their text takes to read', async () => {
    open();
    jest.useFakeTimers();
    const short = await shownFor('Saved.');
    const long = await shownFor(
      'The words of this one take much longer to read than most. '.repeat(3).trim(),
    );
    const japanese = await shownFor(
      'これまでの変更はすべて保存されました。次の請求書から新しい住所が印刷されます。',
    );
    expect(short).toBeLessThan(6_000);
    expect(long).toBeGreaterThan(12_000);
    expect(japanese).toBeGreaterThan(6_000);
  });

  it('stay while one is at them with the keyboard', async () => {
    open();
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await show('It was saved.');
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss');
    act(() => jest.advanceTimersByTime(60_000));
    screen.getByText('It was saved.');
    await user.tab();
    act(() => jest.advanceTimersByTime(5_000));
    act(() => jest.advanceTimersByTime(5_000));
    expect(screen.queryByText('It was saved.')).toBeNull();
  });
});

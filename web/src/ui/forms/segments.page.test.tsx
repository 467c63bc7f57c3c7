import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Segments } from './Segments.tsx';

const kinds = [
  { value: 'fixed', label: 'Fest' },
  { value: 'custom', label: 'Preis frei wählbar' },
  { value: 'free', label: 'Kostenlos' },
  { value: 'none', label: 'Nur nach Verbrauch' },
] as const;

const open = (choices: readonly { value: string; label: string }[], isPhone: boolean) => {
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: isPhone && media.includes('30em'),
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const onChange = jest.fn();
  render(
    <MantineProvider>
      <Segments label="Art des Preises" choices={choices} value="fixed" onChange={onChange} />
    </MantineProvider>,
  );
  return onChange;
};
afterEach(() => jest.restoreAllMocks());

describe('a few choices', () => {
  it('stand side by side where there is room', async () => {
    const onChange = open(kinds, false);
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Kostenlos' }));
    expect(onChange).toHaveBeenCalledWith('free');
  });

  it('are a list on a phone, where they would break', async () => {
    const onChange = open(kinds, true);
    const list = screen.getByRole('combobox', { name: 'Art des Preises' });
    await userEvent.setup().selectOptions(list, 'Nur nach Verbrauch');
    expect(onChange).toHaveBeenCalledWith('none');
  });

  it('stay side by side on a phone where they are short', () => {
    open([kinds[0], kinds[2]], true);
    screen.getByRole('radio', { name: 'Fest' });
  });
});

import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchField } from './SearchField.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const type = (text: string) => {
  const searched: string[] = [];
  render(
    <MantineProvider>
      <SearchField label="Search" value="" onSearch={(found) => void searched.push(found)} />
      <a href="/elsewhere">A row</a>
      <button type="button">A filter</button>
    </MantineProvider>,
  );
  const box = screen.getByRole('searchbox');
  act(() => box.focus());
  fireEvent.change(box, { target: { value: text } });
  return searched;
};
const wait = () => act(() => jest.advanceTimersByTime(1_000));

describe('what was just typed', () => {
  it('is searched for, also when one goes on to a filter', () => {
    const searched = type('ada');
    act(() => screen.getByRole('button').focus());
    wait();
    expect(searched).toEqual(['ada']);
  });

  it('is searched for when one goes on to a link by keyboard, which follows none', () => {
    const searched = type('ada');
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Tab' });
    act(() => screen.getByRole('link').focus());
    wait();
    expect(searched).toEqual(['ada']);
  });

  it('leads nobody back who follows a link', () => {
    const searched = type('ada');
    act(() => screen.getByRole('link').focus());
    wait();
    expect(searched).toEqual([]);
  });
});

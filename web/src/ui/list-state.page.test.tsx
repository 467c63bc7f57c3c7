import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useListState } from './list-state.ts';

describe('the state of a list', () => {
  it('keeps a filter that changes before another has been rendered', () => {
    const { result } = renderHook(useListState, {
      wrapper: ({ children }) => (
        <MemoryRouter initialEntries={['/?show=banned&page=3']}>{children}</MemoryRouter>
      ),
    });
    act(() => {
      result.current.setFilter('show', null);
      result.current.setFilter('query', 'ada');
    });
    expect(['show', 'query'].map(result.current.filter)).toEqual(['', 'ada']);
    expect(result.current.page).toBe(1);
  });
});

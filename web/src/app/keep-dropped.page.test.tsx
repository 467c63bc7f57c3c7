import { createEvent, fireEvent } from '@testing-library/react';
import { keepDropped } from './keep-dropped.ts';

describe('what is dropped beside a place for files', () => {
  let end: () => void = () => undefined;
  beforeEach(() => {
    end = keepDropped();
  });
  afterEach(() => end());

  const drop = (types: string[]) => {
    const event = createEvent.drop(document.body, { dataTransfer: { types, dropEffect: 'copy' } });
    fireEvent(document.body, event);
    return { isKept: event.defaultPrevented };
  };

  it('is not opened in place of the page', () => {
    expect(drop(['Files'])).toEqual({ isKept: true });
  });

  it('goes on as before where it is text', () => {
    expect(drop(['text/plain'])).toEqual({ isKept: false });
  });
});

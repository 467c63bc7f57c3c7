import { waitFor } from '@testing-library/react';
import { keepFocus } from './keep-focus.ts';

const page = `
  <main id="main" tabindex="-1">
    <ol>
      <li><button>Up 1</button><button>Remove 1</button></li>
      <li><button>Up 2</button><button>Remove 2</button></li>
      <li><input aria-label="Amount 3" /><button>Remove 3</button></li>
    </ol>
  </main>`;
const dialog = '<div role="dialog" aria-modal="true"><button>Archive</button><button>Back</button></div>';

const rows = () => [...document.querySelectorAll('li')];
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLElement;
const focused = () => document.activeElement?.textContent;

describe('the focus', () => {
  let end: () => void = () => undefined;
  beforeEach(() => {
    document.body.innerHTML = page;
    end = keepFocus();
  });
  afterEach(() => {
    end();
    document.body.innerHTML = '';
  });

  it('goes to the row that comes next when its own is removed', async () => {
    button('Remove 1').focus();
    rows()[0]?.remove();
    await waitFor(() => expect(focused()).toBe('Up 2'));
  });

  it('goes on when the place of the last row stays empty, not back to the top', async () => {
    const main = document.getElementById('main') as HTMLElement;
    main.insertAdjacentHTML('afterbegin', '<section><button>Invite</button></section>');
    main.insertAdjacentHTML('beforeend', '<section><button>Leave</button></section>');
    button('Remove 3').focus();
    document.querySelector('ol')?.replaceChildren();
    await waitFor(() => expect(focused()).toBe('Leave'));
  });

  it('moves on from what had it already when it was pressed', async () => {
    button('Remove 1').focus();
    // Pressed once more it is not focused anew.
    button('Remove 1').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    rows()[0]?.remove();
    await waitFor(() => expect(focused()).toBe('Up 2'));
  });

  it('stays in a field that is made anew', async () => {
    rows()[2]?.querySelector('input')?.focus();
    const row = rows()[2];
    row?.replaceWith(row.cloneNode(true));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Amount 3'));
  });

  it('goes to the page when a dialog took with it what it came from', async () => {
    document.body.insertAdjacentHTML('beforeend', dialog);
    button('Archive').focus();
    document.querySelector('[role=dialog]')?.remove();
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  it('goes back to what opened a dialog that took it with it', async () => {
    button('Up 2').focus();
    document.body.insertAdjacentHTML('beforeend', dialog);
    button('Archive').focus();
    document.querySelector('[role=dialog]')?.remove();
    await waitFor(() => expect(focused()).toBe('Up 2'));
  });

  it('comes back to a field that was disabled for as long as it was saved', async () => {
    const input = rows()[2]?.querySelector('input') as HTMLInputElement;
    input.focus();
    input.blur();
    input.disabled = true;
    rows()[0]?.remove();
    await waitFor(() => expect(rows()).toHaveLength(2));
    input.disabled = false;
    await waitFor(() => expect(document.activeElement).toBe(input));
  });

  it('stays in a dialog that is open', async () => {
    document.body.insertAdjacentHTML('beforeend', dialog);
    button('Archive').focus();
    button('Archive').remove();
    await waitFor(() => expect(focused()).toBe('Back'));
  });

  it('is left alone where it is', async () => {
    button('Up 2').focus();
    rows()[0]?.remove();
    button('Remove 2').focus();
    rows()[1]?.remove();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(focused()).toBe('Remove 2');
  });
});

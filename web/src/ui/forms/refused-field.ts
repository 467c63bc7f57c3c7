/**
 * Focuses a refused field and announces its error: screen readers announce a field's error when it gets the focus, so
 * not when it already had it, as after Enter.
 */
export const focusRefusedField = (field: HTMLElement): void => {
  const mistake = mistakeOf(field);
  if (document.activeElement !== field) field.focus();
  else say(mistake?.textContent ?? '', field);
  // The field may be in view while its error below is not.
  mistake?.scrollIntoView({ block: 'nearest' });
};

/** The element with a field's error, apart from its hints. */
const mistakeOf = (field: HTMLElement): HTMLElement | null => {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? ids[0] ?? '');
};

/** Visually hidden: the error is also shown beside the field. */
const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} satisfies Partial<CSSStyleDeclaration>;

let forget = new AbortController();

/**
 * Announces the error until the field is changed or left. It is rendered in the surrounding dialog, outside of which
 * nothing is announced.
 */
const say = (mistake: string, field: HTMLElement): void => {
  forget.abort();
  forget = new AbortController();
  const { signal } = forget;
  const said = document.createElement('p');
  said.setAttribute('role', 'alert');
  Object.assign(said.style, hidden);
  said.textContent = mistake;
  (field.closest('dialog, [role="dialog"]') ?? document.body).append(said);
  signal.addEventListener('abort', () => said.remove());
  for (const event of ['input', 'blur']) field.addEventListener(event, () => forget.abort(), { signal });
};

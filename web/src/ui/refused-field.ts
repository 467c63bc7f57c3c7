/**
 * Takes the keyboard to a field that was refused. Screen readers tell a mistake with the field that gets the keyboard: where
 * it has been all along, as after Enter, they would say nothing.
 */
export const focusRefusedField = (field: HTMLElement): void => {
  const mistake = mistakeOf(field);
  if (document.activeElement !== field) field.focus();
  else say(mistake?.textContent ?? '', field);
  // The field may be in sight while what is wrong with it, below, is not.
  mistake?.scrollIntoView({ block: 'nearest' });
};

/** The element that says what is wrong with a field, beside its hints. */
const mistakeOf = (field: HTMLElement): HTMLElement | null => {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? ids[0] ?? '');
};

/** Heard, not seen: it is written beside the field, too. */
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

/** Says it until the field is typed in or left. It stands in the dialog around: what is outside of one is not heard. */
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

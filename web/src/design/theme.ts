import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { fittingChoices } from '../i18n/search-key.ts';
import controls from './controls.module.css';

/** Mantine wants ten shades per colour; our tokens are semantic, so each shade maps to the token for its use. */
const shades = (...meanings: string[]): MantineColorsTuple => {
  const names = Array.from({ length: 10 }, (_, shade) => meanings[shade] ?? meanings.at(-1) ?? 'text');
  return names.map((name) => `var(--${name})`) as unknown as MantineColorsTuple;
};

/** Read by Mantine's light scheme, from the lightest fill to text. */
const gray = shades(
  'surface-hover',
  'surface-hover',
  'surface-pressed',
  'border',
  'border-strong',
  'text-placeholder',
  'text-muted',
  'text-muted',
  'text',
  'text',
);
/** Read by Mantine's dark scheme, from text to the darkest background. */
const dark = shades(
  'text',
  'text-muted',
  'text-muted',
  'text-placeholder',
  'border-strong',
  'surface-hover',
  'surface-raised',
  'surface',
  'page',
  'page',
);

/** The header of a dialog is no banner landmark of the page. */
const plainHeader = { header: { role: 'presentation' } };

/**
 * Enter in an open list selects an option instead of submitting the form. A single match is selected, also when it
 * arrived after the last letter: the library only highlights matches that were there by then.
 */
const keepFromForm = (event: KeyboardEvent<HTMLInputElement>): void => {
  const input = event.currentTarget;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (input.getAttribute('aria-expanded') !== 'true') return;
  event.preventDefault();
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const [only, ...others] = list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [];
  if (others.length === 0 && !only?.hasAttribute('data-combobox-selected')) only?.click();
};

/**
 * Selects the chosen option's text, so that the first letter typed replaces it: a list is searched by what is typed.
 */
const selectWhatIsChosen = ({ currentTarget: input }: MouseEvent<HTMLInputElement>): void => {
  if (input.readOnly || input.getAttribute('aria-expanded') === 'true') return;
  // After a pointer down the browser places the cursor, which would undo the selection.
  input.addEventListener('click', () => input.select(), { once: true });
};

export const theme = createTheme({
  primaryColor: 'accent',
  colors: {
    accent: shades(
      'accent-surface',
      'accent-surface',
      'accent-surface',
      'accent-text',
      'accent-text',
      'accent',
    ),
    danger: shades(
      'danger-surface',
      'danger-surface',
      'danger-surface',
      'danger-text',
      'danger-text',
      'danger',
    ),
    gray,
    dark,
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-base)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-6)',
    xl: 'var(--space-8)',
  },
  radius: { sm: 'var(--radius-small)', md: 'var(--radius)', lg: 'var(--radius-large)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: { sm: 'var(--shadow-card)', md: 'var(--shadow-float)', lg: 'var(--shadow-float)' },
  // By name, not by import: a page loads only the components that it shows.
  components: {
    Button: { classNames: { root: controls.button, label: controls.buttonLabel } },
    Checkbox: {
      // With a button's radius a box of 16 pixels would be a circle.
      defaultProps: { radius: 3 },
      classNames: { inner: controls.boxFrame, input: controls.box },
    },
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    Input: { classNames: { input: controls.input } },
    InputWrapper: {
      classNames: { label: controls.label, description: controls.description, error: controls.error },
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
        attributes: plainHeader,
      },
      classNames: {
        title: controls.dialogTitle,
        content: controls.float,
        header: controls.dialogHeader,
        body: controls.dialogBody,
      },
    },
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
        attributes: plainHeader,
      },
      classNames: { title: controls.dialogTitle, content: controls.drawer, header: controls.dialogHeader },
    },
    // Text that users write starts on the side of its own script.
    TextInput: { defaultProps: { dir: 'auto' } },
    Textarea: { defaultProps: { dir: 'auto' } },
    Radio: { classNames: { radio: controls.box } },
    // Selecting the chosen option again does not clear it: optional fields have a clear button.
    Select: {
      defaultProps: {
        filter: fittingChoices,
        allowDeselect: false,
        selectFirstOptionOnChange: true,
        onKeyDown: keepFromForm,
        onMouseDown: selectWhatIsChosen,
      },
      classNames: { option: controls.option },
    },
    MultiSelect: {
      defaultProps: { filter: fittingChoices, onKeyDown: keepFromForm },
      classNames: { option: controls.option },
    },
    Switch: { classNames: { track: controls.track } },
    // Rendered inside their landmark, and without the focus holder that a menu must not contain.
    Menu: {
      defaultProps: {
        shadow: 'md',
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        hideDetached: false,
      },
      classNames: { dropdown: `${controls.float} ${controls.menu}` },
    },
    Popover: { defaultProps: { hideDetached: false } },
    Paper: { classNames: { root: controls.paper } },
    SegmentedControl: { classNames: { root: controls.segments } },
    Skeleton: { classNames: { root: controls.skeleton } },
    Table: { classNames: { th: controls.th } },
    // Rendered beside its target, and so within its landmark; fixed, so that no scrolling table clips it.
    Tooltip: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        multiline: true,
        maw: 280,
        withArrow: false,
        events: { hover: true, focus: true, touch: true },
      },
      classNames: { tooltip: controls.tooltip },
    },
  },
});

/** Maps every CSS variable of Mantine to one of our tokens, equal in both schemes: the tokens switch. */
export const resolveVariables: CSSVariablesResolver = () => {
  const variables: Record<string, string> = {
    'color-white': 'on-accent',
    'color-body': 'surface',
    'color-text': 'text',
    'color-bright': 'text',
    'color-dimmed': 'text-muted',
    'color-placeholder': 'text-placeholder',
    'color-anchor': 'accent-text',
    'color-error': 'danger-text',
    'color-default': 'surface',
    'color-default-hover': 'surface-hover',
    'color-default-color': 'text',
    'color-default-border': 'border-strong',
    'color-disabled': 'surface-pressed',
    'color-disabled-color': 'text-disabled',
    'color-disabled-border': 'border',
    'color-accent-filled': 'accent',
    'color-accent-filled-hover': 'accent-hover',
    'color-accent-light': 'accent-surface',
    'color-accent-light-hover': 'accent-surface',
    'color-accent-light-color': 'accent-text',
    'color-accent-outline': 'accent-text',
    'color-accent-text': 'accent-text',
    'primary-color-filled': 'accent',
    'primary-color-filled-hover': 'accent-hover',
    'color-danger-filled': 'danger',
    'color-danger-filled-hover': 'danger-hover',
    'color-danger-light': 'danger-surface',
    'color-danger-light-hover': 'danger-surface',
    'color-danger-light-color': 'danger-text',
    'color-danger-outline': 'danger-text',
    'color-danger-text': 'danger-text',
    'color-gray-light': 'neutral-surface',
    'color-gray-light-color': 'neutral-text',
    'color-gray-text': 'text-muted',
  };
  const mapped = Object.fromEntries(
    Object.entries(variables).map(([name, meaning]) => [`--mantine-${name}`, `var(--${meaning})`]),
  );
  return { variables: {}, light: mapped, dark: mapped };
};

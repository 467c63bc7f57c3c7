import type common from '../locales/en/common.json';
import type shared from '../locales/en/shared.json';
import type signIn from '../locales/en/sign-in.json';
import type ui from '../locales/en/ui.json';

/** What is written in each namespace, as English has it; the other languages have the same keys. */
export type Catalogues = {
  common: typeof common;
  shared: typeof shared;
  'sign-in': typeof signIn;
  ui: typeof ui;
};

export type Namespace = keyof Catalogues;

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Plural forms are one key; what is nested is named with dots. */
type KeysOf<Entries> = {
  [Name in keyof Entries & string]: Entries[Name] extends string
    ? Name extends `${infer Base}_${Plural}`
      ? Base
      : Name
    : `${Name}.${KeysOf<Entries[Name]>}`;
}[keyof Entries & string];

export type Key = { [Name in Namespace]: `${Name}:${KeysOf<Catalogues[Name]>}` }[Namespace];

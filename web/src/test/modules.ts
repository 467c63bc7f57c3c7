/**
 * How Node loads the modules of pages in tests: TypeScript and JSX by swc, style sheets as names of classes, React in the
 * build that users get.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const here = (name: string): string => new URL(name, import.meta.url).href;
const installed = (path: string): string => new URL(`../../../node_modules/${path}`, import.meta.url).href;

const replacements: Readonly<Record<string, string>> = {
  react: installed('react/cjs/react.production.js'),
  'react/jsx-runtime': installed('react/cjs/react-jsx-runtime.production.js'),
  'react-dom': installed('react-dom/cjs/react-dom.production.js'),
  'react-dom/client': installed('react-dom/cjs/react-dom-client.production.js'),
  'react-dom/test-utils': here('act.cjs'),
  // A folder, which bundlers resolve and Node does not.
  '@stripe/stripe-js/pure': installed('@stripe/stripe-js/pure/index.mjs'),
  '@jest/globals': here('jest-globals.ts'),
};

const replacementOf = (specifier: string): string | undefined =>
  specifier.endsWith('.css') ? here('class-names.ts') : replacements[specifier];

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const url = replacementOf(specifier);
    return url === undefined ? nextResolve(specifier, context) : { url, shortCircuit: true };
  },
  load: (url, context, nextLoad) => {
    const path = url.replace(/\?.*/, '');
    if (!path.startsWith('file:') || path.includes('/node_modules/') || !/\.tsx?$/.test(path))
      return nextLoad(url, context);
    const filename = fileURLToPath(path);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { filename });
    // Modules are loaded once per process, so what follows each test is registered with each file.
    const followUp = `\nimport ${JSON.stringify(`${here('after-each.ts')}?${path}`)};`;
    const source = path.endsWith('.page.test.tsx') ? code + followUp : code;
    return { format: 'module', source, shortCircuit: true };
  },
});

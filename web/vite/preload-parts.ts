import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** The entry file of each part, by its name in `vite.config.ts`, and its initial namespaces (`main.ts`). */
const parts = [
  { name: 'dashboard', first: /^assets\/dashboard-[\w-]+\.js$/, says: ['common', 'sign-in', 'app'] },
  { name: 'sign-in', first: /^assets\/way-in-[\w-]+\.js$/, says: ['common', 'sign-in'] },
];

const languages = ['en', 'de'];

/**
 * Lists the initial chunks of dashboard and sign-in page, and their texts per language, as preloads in the document,
 * each in an inert template: the gateway unwraps one of them (`page-head.ts`), so that these files load concurrently
 * with the first script.
 */
export const preloadParts: Plugin = {
  name: 'preload-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      parts.flatMap(({ name, first, says }) => {
        const file = Object.keys(bundle).find((built) => first.test(built));
        if (!file) throw new Error(`Nothing was built for ${name}`);
        return [
          template(`${name}-files`, linksOf(file, bundle)),
          ...languages.map((language) =>
            template(`${name}-words-${language}`, wordsOf(language, says, bundle).map(script)),
          ),
        ];
      }),
  },
};

const template = (id: string, children: HtmlTagDescriptor[]): HtmlTagDescriptor => ({
  tag: 'template',
  attrs: { id },
  children,
  injectTo: 'head',
});

/** The chunks with these namespaces of a language. */
const wordsOf = (language: string, says: readonly string[], bundle: Rollup.OutputBundle): string[] => {
  const files = says.map((namespace) => {
    const source = `/web/src/locales/${language}/${namespace}.json`;
    const chunk = Object.values(bundle).find(
      (built) => built.type === 'chunk' && built.moduleIds.some((id) => id.endsWith(source)),
    );
    if (!chunk) throw new Error(`Nothing was built for ${source}`);
    return chunk.fileName;
  });
  return [...new Set(files)];
};

const linksOf = (first: string, bundle: Rollup.OutputBundle) => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (file: string): void => {
    const chunk = bundle[file];
    if (scripts.has(file) || chunk?.type !== 'chunk') return;
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    chunk.imports.forEach(add);
  };
  add(first);
  return [
    ...[...styles].map((file) => link({ rel: 'preload', as: 'style' }, file)),
    ...[...scripts].map(script),
  ];
};

const script = (file: string) => link({ rel: 'modulepreload' }, file);

const link = (attrs: Record<string, string>, file: string) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '', href: `/${file}` },
});

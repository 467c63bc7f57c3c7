import postcss from 'postcss';
import type { Plugin } from 'vite';

/** Removes the rules of single components from a style sheet, keeping their common base. */
export const withoutComponents = (css: string, file: string): string => {
  const sheet = postcss.parse(css, { from: file });
  sheet.walkRules((rule) => {
    const isMovement =
      rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes';
    if (!isMovement && /\.m_[0-9a-f]/.test(rule.selector)) rule.remove();
  });
  sheet.walkAtRules(/^(media|keyframes)$/, (block) => {
    if (block.nodes?.length === 0 || block.name === 'keyframes') block.remove();
  });
  return sheet.toString();
};

const classes = /@mantine\/core\/esm\/.*?([A-Za-z]+)\.module\.mjs$/;

/**
 * Bundles the styles of the component library's components with the components: each in the chunk that first uses it,
 * unused ones in none. They are in a cascade layer below our styles, so that the order of files does not matter.
 */
export const componentStyles: Plugin = {
  name: 'component-styles',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [/@mantine\/core\/styles\.layer\.css$/, classes] },
    handler(code, id) {
      const name = classes.exec(id)?.[1];
      if (name === undefined) return { code: withoutComponents(code, id), map: null };
      return { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, map: null };
    },
  },
};

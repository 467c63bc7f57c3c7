import postcss from 'postcss';
import type { Plugin } from 'vite';

/** A style sheet without the rules of single components: what all of them stand on. */
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
 * Ships the styles of the component library's parts with the parts: each in the file that first shows it, and those of
 * parts that nobody shows not at all. They stand in a layer below ours, so that the order of files does not matter.
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

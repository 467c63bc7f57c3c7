import fc from 'fast-check';
import { renderInlineMarkdown, renderMarkdown } from './markdown.ts';

describe('words within a line', () => {
  it.each([
    ['I accept the *terms*', 'I accept the <em>terms</em>'],
    ['# 1', '# 1'],
    ['- one\n- two', '- one\n- two'],
    ['    four', 'four'],
    ['```\na\n```', '<code>a</code>'],
    ['> a', '&gt; a'],
    ['---', '---'],
    ['one\n\ntwo', 'one<br />two'],
    ['<i>x</i>', '&lt;i&gt;x&lt;/i&gt;'],
  ])('of %j are %j', (text, html) => {
    expect(renderInlineMarkdown(text)).toBe(html);
  });
});

describe('a description in Markdown', () => {
  it('keeps paragraphs, emphasis, lists and headings below those of the page', () => {
    expect(renderMarkdown('# Course\n\nLearn **fast**\n\n- one\n- two')).toBe(
      '<h3>Course</h3>\n<p>Learn <strong>fast</strong></p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
    );
  });

  it('opens links elsewhere and tells them nothing', () => {
    expect(renderMarkdown('[site](https://x.test/?a=1&b=2)')).toBe(
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://x.test/?a=1&amp;b=2">site</a></p>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<h1 onclick=alert(1)>x</h1>',
    '<a href="javascript:alert(1)">x</a>',
    '&lt;b&gt;x',
    '![x](https://tracker.test/pixel.png)',
  ])('makes no tag of %s', (text) => {
    expect(renderMarkdown(text)).not.toMatch(/<(?!\/?p>|a |\/a>|!)/);
  });

  it.each(['[x](javascript:alert(1))', '[x](data:text/html,y)', '[x](/account)', '<javascript:alert(1)>'])(
    'follows no address such as %s',
    (text) => {
      expect(renderMarkdown(text)).not.toContain('href');
    },
  );

  it('takes no language from a fence', () =>
    expect(renderMarkdown('```<b>\na\n```')).toBe('<pre><code>a\n</code></pre>'));

  it('never holds a tag or an attribute that a seller chose', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      '[',
      ']',
      '(',
      ')',
      '`',
      '*',
      'a',
      ' ',
      '\n',
      'javascript:',
      'https://x',
      '&',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        for (const tag of renderInlineMarkdown(text).match(/<[^>]*>/g) ?? [])
          expect(tag).toMatch(
            /^<(\/?(em|strong|code|a)|br \/|a target="_blank" rel="noopener noreferrer nofollow"( href="(https?:|mailto:)[^"<>]*")?( title="[^"<>]*")?)>$/,
          );
        for (const tag of renderMarkdown(text).match(/<[^>]*>/g) ?? [])
          expect(tag).toMatch(
            /^<\/?(p|em|strong|code|pre|blockquote|ul|ol|li|h[3-6]|hr|br|a)( start="\d+"| \/|( target="_blank" rel="noopener noreferrer nofollow")?( href="(https?:|mailto:)[^"<>]*")?( title="[^"<>]*")?)?>$/,
          );
      }),
      { numRuns: 300 },
    );
  });
});

// The renderer goes back over what came before: twenty thousand characters of this would keep it busy for seconds.
describe('a text of more marks than anybody writes', () => {
  const marks = '[*_'.repeat(6_000);

  it('stays as it was typed, in its paragraphs', () => {
    expect(renderMarkdown(`${marks}\n\n<b>"&\r\n\r\nlast`)).toBe(
      `<p>${marks}</p>\n<p>&lt;b&gt;&quot;&amp;</p>\n<p>last</p>`,
    );
    // Lists in lists: of these the renderer keeps all that are open.
    for (const list of ['1. ', '2) ', '- + '])
      expect(renderMarkdown(`${list.repeat(2_000)}x`)).toBe(`<p>${list.repeat(2_000)}x</p>`);
    expect(renderInlineMarkdown(`${marks.slice(0, 900)}\n\n<b>`)).toBe(
      `${marks.slice(0, 900)}<br />&lt;b&gt;`,
    );
  });

  it('is none of as many links and words in bold as a long one has', () => {
    const link = '[site](https://x.test) and **more**\n\n';
    expect(renderMarkdown(link.repeat(100)).match(/<a /g)).toHaveLength(100);
    expect(renderInlineMarkdown('[terms](https://x.test) '.repeat(10)).match(/<a /g)).toHaveLength(10);
  });
});

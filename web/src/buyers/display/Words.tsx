import classes from './Words.module.css';

/** A line of a seller's text: HTML rendered from Markdown and sanitized by the server (proto/api/markdown.ts). */
export const Words = ({ html }: { html: string }) => (
  // oxlint-disable-next-line react/no-danger -- as above
  <span className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
);

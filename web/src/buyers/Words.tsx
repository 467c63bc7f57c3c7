import classes from './Words.module.css';

/** A seller's words within a line, made of their Markdown and made safe by the server (proto/api/markdown.ts). */
export const Words = ({ html }: { html: string }) => (
  // oxlint-disable-next-line react/no-danger -- as above
  <span className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
);

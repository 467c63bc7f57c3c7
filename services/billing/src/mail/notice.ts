/** A short mail of a few paragraphs, as text and as HTML. Pure. */
import { escape } from './order-confirmation.ts';

export type NoticeLink = { label: string; url: string };

export type Notice = {
  subject: string;
  paragraphs: string[];
  /** Where the buttons below the paragraphs lead. */
  links?: NoticeLink[];
  /** What stands below them. */
  footer?: string | null;
};

/** Writes a notice. Line breaks in names never become headers of the mail. */
export const writeNotice = ({ subject, paragraphs, links = [], footer = null }: Notice) => ({
  subject: subject.replaceAll(/\s+/g, ' '),
  text: [
    ...paragraphs,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    ...(footer ? [footer] : []),
  ].join('\n\n'),
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f4f7;font-family:sans-serif;font-size:15px;line-height:1.6;color:#1b1b22">
<div style="max-width:560px;margin:0 auto;padding:24px 32px;background:#ffffff;border:1px solid #e7e7ec;border-radius:12px">
${paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n')}
${links.map(({ label, url }) => `<p><a href="${escape(url)}" style="color:#1b1b22;font-weight:600">${escape(label)}</a></p>`).join('\n')}
${footer ? `<p>${escape(footer)}</p>` : ''}
</div>
</body>
</html>`,
});

/** How a mail looks: one message, one button. Pure. Tables and inline styles, because mail programs know nothing else. */
import { plainName } from '@tessera/kit/plain-name';
import { escapeHtml } from '../pages/escape.ts';

export type Letter = {
  appName: string;
  subject: string;
  /** Without a name there is no greeting. */
  name: string;
  heading: string;
  /** What it is about, a paragraph each. */
  paragraphs: string[];
  button: string;
  url: string;
  /** Seconds that the link is good for. */
  expiresIn: number;
  /** What to do about a mail that one did not ask for. */
  otherwise: string;
};

/** Subject, text and HTML of a letter. */
export const writeLetter = (letter: Letter): { subject: string; text: string; html: string } => {
  const life = `The link is good for ${lifeOf(letter.expiresIn)}.`;
  // Whoever signs up with somebody else's address chooses the name that this mail begins with.
  const greeting = letter.name === '' ? 'Hello,' : `Hello ${plainName(letter.name, 'there')},`;
  const text = [greeting, ...letter.paragraphs, letter.url, `${life} ${letter.otherwise}`].join('\n\n');
  const html = page(letter.appName, [
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3;color:#1a1c1b;">${escapeHtml(letter.heading)}</h1>`,
    ...[greeting, ...letter.paragraphs].map((words) => `<p style="${paragraph}">${escapeHtml(words)}</p>`),
    `<p style="margin:28px 0;"><a href="${escapeHtml(letter.url)}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:#0d6b65;color:#ffffff;font-weight:600;text-decoration:none;">${escapeHtml(letter.button)}</a></p>`,
    `<p style="${small}">${life} If the button does not work, copy this address into your browser:<br><a href="${escapeHtml(letter.url)}" style="color:#0d6b65;word-break:break-all;">${escapeHtml(letter.url)}</a></p>`,
    `<p style="${small}margin-bottom:0;">${escapeHtml(letter.otherwise)}</p>`,
  ]);
  return { subject: letter.subject, text: `${text}\n`, html };
};

const paragraph = 'margin:0 0 14px;font-size:16px;line-height:1.55;color:#3b3f3d;';
const small = 'margin:0 0 14px;font-size:13px;line-height:1.55;color:#5b605d;';

const page = (appName: string, parts: string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><style>@media (max-width:480px){.letter{padding:24px !important}}</style><title>${escapeHtml(appName)}</title></head>
<body style="margin:0;padding:0;background:#f8f8f6;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f8f6;"><tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
<tr><td style="padding:0 4px 16px;font-size:16px;font-weight:700;color:#1a1c1b;">${escapeHtml(appName)}</td></tr>
<tr><td class="letter" style="padding:36px;background:#ffffff;border:1px solid #e5e5e0;border-radius:16px;">
${parts.join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
];

/** 3600 -> `1 hour`: the largest unit that leaves no rest. */
const lifeOf = (seconds: number): string => {
  const unit = units.find((unit) => seconds % unit.seconds === 0) ?? { name: 'second', seconds: 1 };
  const count = seconds / unit.seconds;
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
};

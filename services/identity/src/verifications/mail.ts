/** The mail that proves an address. Pure. */
import { escapeHtml } from '../pages/escape.ts';

export type VerificationMail = { appName: string; name: string; url: string; expiresIn: number };

/** Subject, text and HTML; the HTML is made of tables and inline styles, because mail programs know nothing else. */
export const verificationMail = ({ appName, name, url, expiresIn }: VerificationMail) => {
  const life = lifeOf(expiresIn);
  return {
    subject: `Verify your email address for ${appName}`,
    text: `Hello ${name},

please confirm that this is your email address, so that we can finish setting up your ${appName} account:

${url}

The link is good for ${life}. If you did not sign up for ${appName}, you can ignore this message.
`,
    html: page(appName, [
      `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3;color:#1a1a21;">Verify your email address</h1>`,
      `<p style="${paragraph}">Hello ${escapeHtml(name)},</p>`,
      `<p style="${paragraph}">please confirm that this is your email address, so that we can finish setting up your ${escapeHtml(appName)} account.</p>`,
      `<p style="margin:28px 0;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:#3b3ad6;color:#ffffff;font-weight:600;text-decoration:none;">Verify email address</a></p>`,
      `<p style="${small}">The link is good for ${life}. If the button does not work, copy this address into your browser:<br><a href="${escapeHtml(url)}" style="color:#3b3ad6;word-break:break-all;">${escapeHtml(url)}</a></p>`,
      `<p style="${small}margin-bottom:0;">If you did not sign up for ${escapeHtml(appName)}, you can ignore this message.</p>`,
    ]),
  };
};

const paragraph = 'margin:0 0 14px;font-size:16px;line-height:1.55;color:#3a3a45;';
const small = 'margin:0 0 14px;font-size:13px;line-height:1.55;color:#6b6b78;';

const page = (appName: string, parts: string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(appName)}</title></head>
<body style="margin:0;padding:0;background:#f5f5f7;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f5f7;"><tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
<tr><td style="padding:0 4px 16px;font-size:16px;font-weight:700;color:#1a1a21;">${escapeHtml(appName)}</td></tr>
<tr><td style="padding:36px;background:#ffffff;border:1px solid #e3e3e8;border-radius:16px;">
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

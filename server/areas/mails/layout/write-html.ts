import { escapeHtml } from '#server/platform/escape-html.ts'
import { directionOf, type Language } from '#contract/core/language.ts'
import type { Sender } from '#server/areas/branding/read-senders.ts'
import { logoUrl } from './logo-url.ts'
import type { MailFigure, ShownMail } from './shown-mail.ts'
import { readableOn } from './readable-on.ts'
import type { ShownValue } from './values.ts'

/** Colors of a mail in the dark, for the mail programs that ask for them; the others change the light ones themselves. */
const style =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  '@media (prefers-color-scheme:dark){' +
  '.page{background:#15181d!important}.card{background:#1f242b!important;border-color:#39414c!important}' +
  '.ink{color:#e7eaee!important}.quiet{color:#a7b0bc!important}.line{border-color:#39414c!important}' +
  '.figure{background:#272d36!important}}' +
  '@media (max-width:480px){.page{padding:8px!important}.inside{padding:20px 16px!important}' +
  '.name,.value{display:block!important;width:auto!important}.name{padding:10px 0 0!important}.value{padding:0 0 4px!important}}'

/** After the preheader, so that mail programs show nothing else behind it. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(80)

interface Direction {
  dir: 'ltr' | 'rtl'
  start: 'left' | 'right'
  end: 'left' | 'right'
}

/**
 * The HTML of a mail: tables with styles of their own, because mail programs drop style sheets and attributes of the body. The
 * only picture is the brand's logo, which is attached.
 */
export function writeHtml(sender: Sender, mail: ShownMail, language: Language): string {
  const dir = directionOf(language)
  const [start, end] = dir === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const direction = { dir, start, end }
  const { title, paragraphs = [], code, button, note } = mail
  const inside = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.35;color:#1c2026">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p class="ink" style="margin:0 0 16px;color:#1c2026">${escapeHtml(text)}</p>`),
    code ? writeCode(code, start) : '',
    mail.figures.length > 0 ? writeFigures(mail.figures, direction) : '',
    button ? writeButton(sender, button) : '',
    mail.facts.length > 0 ? writeFacts(mail.facts, direction) : '',
    note ? `<p class="quiet" style="margin:16px 0 0;color:#5c6470;font-size:14px">${escapeHtml(note)}</p>` : '',
  ].join('')
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<meta name="format-detection" content="telephone=no"><title>${escapeHtml(title)}</title><style>${style}</style></head>` +
    `<body class="page" dir="${dir}" style="margin:0;padding:0;background:#f4f5f7">` +
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;opacity:0;font-size:1px;line-height:1px">${escapeHtml(cut(mail.preheader))}${filler}</div>` +
    `<table role="presentation" class="page" dir="${dir}" lang="${language}" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f4f5f7" style="background:#f4f5f7"><tr><td class="page" align="center" style="padding:24px">` +
    `<table role="presentation" class="card" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" bgcolor="#fefefe" style="max-width:560px;background:#fefefe;border:1px solid #e2e5e9;border-radius:8px;font:16px/1.5 'Segoe UI',Tahoma,Arial,sans-serif">` +
    `<tr><td height="4" bgcolor="${sender.brandColor}" style="height:4px;line-height:4px;font-size:1px;border-radius:8px 8px 0 0;background:${sender.brandColor}">&nbsp;</td></tr>` +
    `<tr><td class="inside" dir="${dir}" align="${start}" style="padding:20px 24px 24px;text-align:${start}">${writeBrand(sender)}${inside}</td></tr></table>` +
    `${writeFooter(mail.footer, dir)}</td></tr></table></body></html>`
  )
}

/** Mail programs show about this many characters. */
const cut = (text: string): string => (text.length > 140 ? `${text.slice(0, 139)}…` : text)

/** On a plate of its own: a dark logo would vanish on a dark card. */
function writeBrand({ name, hasLogo }: Sender): string {
  const shownName = escapeHtml(name)
  return hasLogo
    ? `<p style="margin:0 0 20px"><img src="${logoUrl}" alt="${shownName}" height="32" style="height:32px;max-width:220px;padding:6px 8px;border-radius:6px;background:#fefefe;color:#1c2026;font-weight:bold"></p>`
    : `<p class="ink" style="margin:0 0 20px;font-weight:bold;color:#1c2026"><bdi>${shownName}</bdi></p>`
}

const writeCode = (code: string, start: string): string =>
  `<p class="ink" dir="ltr" style="text-align:${start};margin:0 0 16px;color:#1c2026;font:600 28px/1.3 monospace;letter-spacing:4px">${escapeHtml(code)}</p>`

/** The link is the whole button; the plain part has its URL for programs that show no links. */
const writeButton = ({ brandColor }: Sender, { label, url }: { label: string; url: string }): string =>
  '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr>' +
  `<td bgcolor="${brandColor}" style="border-radius:8px;background:${brandColor}"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;` +
  `color:${readableOn(brandColor)};text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></td></tr></table>`

function writeFacts(facts: ShownMail['facts'], { start, end }: Direction): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="name quiet" align="${start}" valign="top" style="padding:6px 0;padding-${end}:16px;color:#5c6470;width:30%">${escapeHtml(name)}</td>` +
      `<td class="value ink" align="${start}" valign="top" style="padding:6px 0;color:#1c2026;word-break:break-word">${writeValue(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`
}

function writeValue({ text, href }: ShownValue): string {
  const shownText = `<bdi>${escapeHtml(text)}</bdi>`
  return href === undefined
    ? shownText
    : `<a class="ink" dir="ltr" href="${escapeHtml(href)}" style="color:#1c2026;text-decoration:underline">${shownText}</a>`
}

/** Two beside each other. */
function writeFigures(figures: readonly MailFigure[], { start }: Direction): string {
  const cells = figures.map(
    ({ label, value, change }) =>
      `<td class="figure" width="50%" align="${start}" valign="top" bgcolor="#f4f5f7" style="padding:12px 14px;border-radius:8px;background:#f4f5f7">` +
      `<div class="quiet" style="color:#5c6470;font-size:14px">${escapeHtml(label)}</div>` +
      `<div class="ink" style="color:#1c2026;font-size:24px;line-height:1.3;font-weight:bold"><bdi>${escapeHtml(value)}</bdi></div>` +
      (change ? `<div class="quiet" style="color:#5c6470;font-size:14px"><bdi>${escapeHtml(change)}</bdi></div>` : '') +
      '</td>',
  )
  const rows: string[] = []
  for (let at = 0; at < cells.length; at += 2)
    rows.push(`<tr>${cells[at]}${cells[at + 1] ?? `<td width="50%"></td>`}</tr>`)
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="8" style="margin:0 0 12px">${rows.join('')}</table>`
}

function writeFooter({ name, company, why, links }: ShownMail['footer'], dir: string): string {
  const anchors = links.map(
    ({ label, url }) =>
      `<a class="quiet" href="${escapeHtml(url)}" style="color:#5c6470;text-decoration:underline">${escapeHtml(label)}</a>`,
  )
  return (
    `<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr>` +
    `<td class="quiet" dir="${dir}" align="center" style="padding:16px;color:#5c6470;font:14px/1.5 'Segoe UI',Tahoma,Arial,sans-serif">` +
    [`<b><bdi>${escapeHtml(name)}</bdi></b>`, escapeHtml(company), escapeHtml(why), anchors.join(' &nbsp; ')]
      .filter((line) => line !== '')
      .join('<br>') +
    '</td></tr></table>'
  )
}

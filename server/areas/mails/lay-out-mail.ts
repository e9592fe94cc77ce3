import { directionOf, type Language } from '#contract/core/language.ts'

/** The sender of a mail: the brand, never us. */
export interface MailSender {
  name: string
  address: string
  /** `#rrggbb`. */
  brandColor: string
}

/** The content of a mail. Absent parts and facts without a value are not shown. */
export interface MailContent {
  title: string
  paragraphs?: readonly string[]
  /** Shown large, to be typed elsewhere. */
  code?: string
  button?: { label: string; url: string }
  facts?: readonly (readonly [name: string, value: string])[]
  /** Small print at the bottom. */
  note?: string
}

/** A mail as stored until it is sent, so that every attempt sends the same. */
export interface StoredMail {
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/**
 * Lays out a mail in a brand: as text, and as HTML that needs neither pictures nor a style sheet. The language
 * determines the direction; values keep their own direction.
 */
export function layOutMail(sender: MailSender, content: MailContent, language: Language = 'en'): StoredMail {
  const shownContent = { ...content, facts: (content.facts ?? []).filter(([, value]) => value.trim() !== '') }
  return {
    from: { name: sender.name, address: sender.address },
    subject: content.title,
    text: plainText(sender, shownContent),
    html: html(sender, shownContent, language),
  }
}

type Known = MailContent & { facts: readonly (readonly [string, string])[] }

function plainText(sender: MailSender, { title, paragraphs = [], code, button, facts, note }: Known): string {
  const parts = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(note ? [note] : []),
    sender.name,
  ]
  return `${parts.join('\n\n')}\n`
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function html(sender: MailSender, content: Known, language: Language): string {
  const { title, paragraphs = [], code, button, facts, note } = content
  const [start, end] = language === 'ar' ? ['right', 'left'] : ['left', 'right']
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 0;padding-${end}:16px;color:#5c6470;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td>` +
      `<td style="padding:6px 0;word-break:break-word"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  )
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
    `<body dir="${directionOf(language)}" style="margin:0;padding:24px;background:#f4f5f7;font:15px/1.5 Arial,sans-serif;color:#1c2026">` +
    // Mail clients that drop the body element keep this.
    `<div dir="${directionOf(language)}" style="text-align:${start};max-width:560px;margin:0 auto;background:#fff;border:1px solid #e2e5e9;border-radius:8px">` +
    `<div style="height:4px;border-radius:8px 8px 0 0;background:${sender.brandColor}"></div>` +
    `<div style="padding:24px"><h1 style="margin:0 0 16px;font-size:18px">${escapeHtml(title)}</h1>` +
    paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('') +
    (code
      ? `<p dir="ltr" style="text-align:${start};margin:0 0 16px;font:600 28px/1.3 monospace;letter-spacing:4px">${escapeHtml(code)}</p>`
      : '') +
    (button ? buttonHtml(sender, button, start!) : '') +
    (rows.length > 0 ? `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>` : '') +
    (note ? `<p style="margin:16px 0 0;color:#5c6470;font-size:13px">${escapeHtml(note)}</p>` : '') +
    '</div></div>' +
    `<p style="text-align:center;color:#5c6470;font-size:13px">${escapeHtml(sender.name)}</p></body></html>`
  )
}

/** The URL again as text: some mail clients show no links. */
function buttonHtml({ brandColor }: MailSender, { label, url }: { label: string; url: string }, start: string): string {
  const href = escapeHtml(url)
  return (
    `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:10px 18px;border-radius:8px;` +
    `background:${brandColor};color:${readableOn(brandColor)};text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></p>` +
    `<p dir="ltr" style="text-align:${start};margin:0 0 16px;color:#5c6470;font-size:13px;word-break:break-all">${href}</p>`
  )
}

/** White or near-black, whichever has more contrast to the color (WCAG relative luminance). */
function readableOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.2 ? '#1c2026' : '#ffffff'
}

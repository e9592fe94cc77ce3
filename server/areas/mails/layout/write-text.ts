import type { ShownMail } from './shown-mail.ts'
import type { ShownValue } from './values.ts'

/** A link's address stands beside its words. */
const inFull = ({ text, href }: ShownValue): string =>
  href?.startsWith('http') && href !== text ? `${text} ${href}` : text

/** The plain part: everything that the HTML says, with URLs in full. */
export function writeText(mail: ShownMail): string {
  const { title, paragraphs = [], code, figures, button, facts, note, footer } = mail
  const parts = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(figures.length > 0
      ? [figures.map(({ label, value, change }) => `${label}: ${value}${change ? ` (${change})` : ''}`).join('\n')]
      : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${inFull(value)}`).join('\n')] : []),
    ...(note ? [note] : []),
    [footer.name, footer.company, footer.why, ...footer.links.map(({ label, url }) => `${label}: ${url}`)]
      .filter((line) => line !== '')
      .join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

import { sourcesWith } from '#server/test/architecture/sources.ts'
import { accountMails } from './account-mails.ts'
import { leadMails } from './lead-mails.ts'
import { moneyMails } from './money-mails.ts'
import type { MailKinds } from './kind.ts'

export const mailKinds: MailKinds = { ...accountMails, ...leadMails, ...moneyMails }

/** Writes mails itself, or the words of one in its reader's language. */
const composesMail = /(?:queue-mail|lay-out-mail)\.ts'|\btitle: .*\bsay[.(]/
const titleNames = /\b(?:title|\w+Title):/g
const titleFunctions = /\b(?:function titleOf\b|const titleOf =)[^]*?(?:\n\n|$)/g

/** The text up to the comma or bracket that ends a property's value. */
function valueAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]!
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && --depth < 0) return text.slice(start, at)
    else if (char === ',' && depth === 0) return text.slice(start, at)
    else if (char === "'") at = text.indexOf("'", at + 1)
  }
  return text.slice(start)
}

/** Not a title: what is compared, a placeholder alone, another language. */
const isTitle = (text: string): boolean =>
  !/^\{\w+\}$/.test(text) && /^[\w{]/.test(text) && !/\p{Script=Arabic}/u.test(text)

/** The titles that a file gives to mails: in quotes, or as words of a table. */
export function titlesIn(text: string): string[] {
  const values = [
    ...[...text.matchAll(titleNames)].map(({ index, 0: name }) => valueAt(text, index + name.length)),
    ...[...text.matchAll(titleFunctions)].map(([value]) => value),
  ].map((value) => value.replaceAll(/=== '\w+'/g, ''))
  const texts = values.flatMap((value) => [...value.matchAll(/'([^'\n]+)'/g)].map(([, title]) => title!))
  const words = values.flatMap((value) => [...value.matchAll(/\bsay\.(?!title)(\w+)/g)].map(([, word]) => word!))
  return [...new Set([...texts, ...words].filter(isTitle))]
}

/** Every file of the product that writes mails, with their titles. */
export function readMailTitles(): Map<string, string[]> {
  const files = sourcesWith('.ts').filter(
    ({ path, text }) =>
      path.startsWith('server/') && !/\.test\.ts$|^server\/test\//.test(path) && composesMail.test(text),
  )
  return new Map(
    files.map(({ path, text }) => [path, titlesIn(text)] as const).filter(([, titles]) => titles.length > 0),
  )
}

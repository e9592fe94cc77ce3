import type { Language } from '#contract/core/language.ts'
import type { Text } from '#i18n/arabic.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { isolate } from '#server/platform/isolated.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from '../lay-out-mail.ts'

/** A company's own words by the sentence that they stand for. */
export type OwnTexts = ReadonlyMap<string, string>

/** In the operator's scope, or the company's own. */
export async function readOwnTexts(tx: Tx, companyId: string, language: Language): Promise<OwnTexts> {
  const { rows } = await tx.query<{ source: string; words: string | null }>(
    `select distinct on (source) source, words from mail_text
      where agency_id = $1 and language = $2 order by source, id desc`,
    [companyId, language],
  )
  return new Map(rows.flatMap(({ source, words }) => (words === null ? [] : [[source, words] as const])))
}

/** Says a company's own words where it has some. */
export const sayOwn = (say: Translate, own: OwnTexts, language: Language): Translate =>
  own.size === 0
    ? say
    : (text, values = {}) =>
        own.get(text)?.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => isolate(values[name] ?? '', language)) ??
        say(text, values)

/** A sentence as it was said in a mail. */
export interface Said {
  text: Text
  values: Readonly<Record<string, string>>
  output: string
}

/** Notes what is said, so that it can be said in other words later. */
export function listenTo(say: Translate): { say: Translate; said: Said[] } {
  const sentences: Said[] = []
  return {
    said: sentences,
    say: (text, values = {}) => {
      const output = say(text, values)
      sentences.push({ text, values, output })
      return output
    },
  }
}

/** The parts of a mail that a company may put in its own words: what names a value stays ours. */
export const partsOf = ({ title, paragraphs = [], note, button }: MailContent): string[] =>
  [title, ...paragraphs, note, button?.label].filter((part): part is string => part !== undefined)

/**
 * Says a mail again that was written before its sender's own words were known, by the job that only knows the reader. A part may
 * be made of several sentences; longer ones go first, so that none is found within another.
 */
export function sayAgain(content: MailContent, said: readonly Said[], say: Translate): MailContent {
  const changes = said
    .filter(({ output }) => output.trim() !== '')
    .map(({ text, values, output }) => ({ output, words: say(text, values) }))
    .toSorted((one, other) => other.output.length - one.output.length)
  if (changes.every(({ output, words }) => output === words)) return content
  const again = (part: string): string => {
    const change = changes.find(({ output }) => part.includes(output))
    if (!change) return part
    const [before, ...after] = part.split(change.output)
    return [again(before!), ...after.map(again)].join(change.words)
  }
  const { title, paragraphs, note, button } = content
  return {
    ...content,
    title: again(title),
    ...(paragraphs && { paragraphs: paragraphs.map(again) }),
    ...(note !== undefined && { note: again(note) }),
    ...(button && { button: { ...button, label: again(button.label) } }),
  }
}

import type { DocumentName } from '#contract/agreements/document-names.ts'
import type { Language } from '#contract/core/language.ts'
import type { Platform } from '#server/platform/platform.ts'

export interface StoredDocument {
  id: string
  name: DocumentName
  version: number
  language: Language
  title: string
  /** With its variables in braces. */
  html: string
  publishedAt: Date
}

interface Row {
  id: string
  name: DocumentName
  version: number
  language: Language
  title: string
  html: string
  published_at: Date
}

/** The newest version of a document in a language; in English if that version is not translated. */
export async function findDocument(
  platform: Pick<Platform, 'appPool'>,
  name: DocumentName,
  language: Language,
): Promise<StoredDocument> {
  const { rows } = await platform.appPool.query<Row>({
    name: 'find-document',
    text: findText,
    values: [name, language],
  })
  const row = rows[0]
  if (!row) throw new Error(`the document ${name} is not in the database`)
  const { published_at: publishedAt, ...rest } = row
  return { ...rest, publishedAt }
}

const findText = `
  select id, name, version, language, title, html, published_at from document
  where name = $1 and language in ($2, 'en')
  order by version desc, (language = $2) desc limit 1`

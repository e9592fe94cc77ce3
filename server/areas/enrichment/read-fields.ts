import { sentences } from '#contract/core/sentences.ts'
import { columnFields, fieldsOf, isKeyField, type KeyField, type ListFields } from '#contract/enrichment/columns.ts'
import { invalid } from '#server/platform/failure.ts'
import { keysOf, readerOf } from './read-row.ts'
import type { List } from './read-list.ts'

/**
 * The user's mapping of a list's columns, in column order; null without a mapping, when column names decide. Throws,
 * naming the column, for an invalid mapping, and for a list by which no one could be matched.
 */
export function readFields(list: List, choices: string | null): ListFields | null {
  if (choices === null) {
    if (!fieldsOf(list.columns).some(isKeyField))
      throw invalid('file', 'No column is named email, md5, sha1, sha256 or phone: no one can be matched.')
    return null
  }
  const fields = chosenFields(list.columns, choices)
  const keys = fields.filter(isKeyField)
  if (keys.length === 0)
    throw invalid('column_fields', 'Choose a column with email addresses, their hashes or phone numbers.')
  for (const key of keys) assertHolds(list, fields, key)
  return fields
}

function chosenFields(columns: readonly string[], choices: string): ListFields {
  const { success, data: fieldOf } = columnFields.safeParse(parsed(choices))
  if (!success) throw invalid('column_fields', sentences.headings)
  const headings = Object.keys(fieldOf)
  const foreign = headings.find((heading) => !columns.includes(heading))
  if (foreign !== undefined) throw invalid(`column_fields.${foreign}`, 'The file has no such column.')
  const duplicate = headings.find((heading, at) =>
    headings.slice(0, at).some((other) => fieldOf[heading] !== '' && fieldOf[other] === fieldOf[heading]),
  )
  if (duplicate !== undefined) throw invalid(`column_fields.${duplicate}`, 'Another column already has this.')
  // A heading may be the name of an inherited object property.
  return columns.map((column) => (Object.hasOwn(fieldOf, column) ? fieldOf[column]! : ''))
}

function parsed(choices: string): unknown {
  try {
    return JSON.parse(choices)
  } catch {
    return null
  }
}

const lacks: Readonly<Record<KeyField, string>> = {
  email: 'This column has no email addresses.',
  md5: 'This column has no MD5 hashes.',
  sha1: 'This column has no SHA-1 hashes.',
  sha256: 'This column has no SHA-256 hashes.',
  phone: 'This column has no phone numbers.',
}

/** A column mapped to the wrong key field has no valid value in any row. An empty column is allowed. */
function assertHolds(list: List, fields: ListFields, key: KeyField): void {
  const at = fields.indexOf(key)
  const readCells = readerOf({ columns: list.columns, fields: fields.map((field) => (field === key ? field : '')) })
  const filledRows = list.rows.filter((row) => row[at] !== '')
  const isSome = filledRows.some((row) => {
    const { hashes, phone } = keysOf(readCells(row))
    return hashes.length > 0 || phone !== null
  })
  if (filledRows.length > 0 && !isSome) throw invalid(`column_fields.${list.columns[at]}`, lacks[key])
}

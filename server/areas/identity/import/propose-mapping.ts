import { guessMapping } from '#contract/identity/guess-mapping.ts'
import { isOfCompanies, type ImportMapping } from '#contract/identity/imports.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Of so many imports: whoever sends files again and again calls their columns as last time. */
const imports = 20

/** What the columns of a file probably mean: as it was said of their headings last, else as these tell. */
export async function proposeMapping(tx: Tx, rootId: string, columns: readonly string[]): Promise<ImportMapping> {
  const told = guessMapping(columns)
  const { rows } = await tx.query<{ mapping: ImportMapping }>(
    `select mapping from identity_import where root_id = $1 and status in ('checked', 'activating', 'active')
      order by created_at desc, id desc limit ${imports}`,
    [rootId],
  )
  const columnOf = new Map<string, string>()
  const taken = new Set<string>()
  for (const [field, column] of [...rows.map(({ mapping }) => mapping), told].flatMap((one) => Object.entries(one))) {
    if (column === undefined || !columns.includes(column) || taken.has(column) || columnOf.has(field)) continue
    columnOf.set(field, column)
    taken.add(column)
  }
  const mapping: ImportMapping = Object.fromEntries(columnOf)
  // A file is one of companies or of people: headings that were said of both kinds tell of neither.
  const isMixed = isOfCompanies(mapping) && Object.keys(mapping).some((field) => !field.startsWith('company.'))
  return isMixed ? told : mapping
}

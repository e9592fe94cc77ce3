import { guessMapping } from '#contract/identity/guess-mapping.ts'
import { isOfCompanies, type ImportMapping } from '#contract/identity/imports.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The number of newest imports to look at: repeated uploads reuse their column names. */
const imports = 20

/** Proposes a mapping for a file's columns: from earlier imports, otherwise guessed from their headings. */
export async function proposeMapping(tx: Tx, rootId: string, columns: readonly string[]): Promise<ImportMapping> {
  const guess = guessMapping(columns)
  const { rows } = await tx.query<{ mapping: ImportMapping }>(
    `select mapping from identity_import where root_id = $1 and status in ('checked', 'activating', 'active')
      order by created_at desc, id desc limit ${imports}`,
    [rootId],
  )
  const columnOf = new Map<string, string>()
  const usedColumns = new Set<string>()
  for (const [field, column] of [...rows.map(({ mapping }) => mapping), guess].flatMap((one) => Object.entries(one))) {
    if (column === undefined || !columns.includes(column) || usedColumns.has(column) || columnOf.has(field)) continue
    columnOf.set(field, column)
    usedColumns.add(column)
  }
  const mapping: ImportMapping = Object.fromEntries(columnOf)
  // A file has either companies or people: if earlier mappings mix both, use the guess.
  const isMixed = isOfCompanies(mapping) && Object.keys(mapping).some((field) => !field.startsWith('company.'))
  return isMixed ? guess : mapping
}

import type { SignedInCall } from '../call.ts'
import { invalid } from '../failure.ts'
import { cursorAfter, openCursor, parseCursorText, cursorText, type CursorPosition } from './cursor.ts'

interface ListQuery {
  company_id?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** The owner of a developer API list's rows. Throws `invalid` for the operator, who must name an agency. */
export function ownerOfList(call: SignedInCall): { rootId: string; agencyId: string; clientId: string | null } {
  const { rootId, agencyId, clientId } = call.object!
  if (agencyId === null) throw invalid('company_id', 'Name an agency or a client.')
  return { rootId, agencyId, clientId }
}

/**
 * A page of rows, newest first: `read` gets the start position and the maximum number of rows, one more than are shown,
 * which tells whether there is another page.
 */
export async function developerPage<Row extends CursorPosition, Shown>(
  call: SignedInCall,
  name: string,
  query: ListQuery,
  read: (after: CursorPosition | null, limit: number) => Promise<Row[]>,
  present: (row: Row) => Shown,
): Promise<{ data: Shown[]; next_cursor: string | null }> {
  const { limit, cursor, ...filters } = query
  const list = { name, companyId: call.caller.companyId, filters }
  const after = cursor === undefined ? null : parseCursorText(openCursor(call.platform, list, cursor))
  const rows = await read(after, limit + 1)
  const page = rows.slice(0, limit)
  return {
    data: page.map(present),
    next_cursor: rows.length > limit ? cursorAfter(call.platform, list, cursorText(page.at(-1)!)) : null,
  }
}

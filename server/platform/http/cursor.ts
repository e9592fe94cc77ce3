import { invalid } from '../failure.ts'
import type { Platform } from '../platform.ts'

const proof_bytes = 12

/** The parameters of a list, without the caller: a cursor is valid only for these. */
export interface ListParameters {
  name: string
  companyId: string
  filters: Readonly<Record<string, unknown>>
}

type WithSecrets = Pick<Platform, 'secrets'>

const proofOf = ({ secrets }: WithSecrets, { name, companyId, filters }: ListParameters, last: string): Buffer => {
  const pairs = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return secrets.keyedHash(JSON.stringify(['cursor', name, companyId, pairs, last])).subarray(0, proof_bytes)
}

/** A cursor to the next page, bound to the list's parameters. */
export const cursorAfter = (platform: WithSecrets, list: ListParameters, last: string): string =>
  Buffer.concat([proofOf(platform, list, last), Buffer.from(last)]).toString('base64url')

/** Throws `invalid` for a cursor of another query, or a modified one. */
export function openCursor(platform: WithSecrets, list: ListParameters, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const last = bytes.subarray(proof_bytes).toString()
  if (!proofOf(platform, list, last).equals(bytes.subarray(0, proof_bytes)))
    throw invalid('cursor', 'This cursor belongs to another query. Begin again without one.')
  return last
}

/** The position after a row, for rows ordered by time and id. */
export interface CursorPosition {
  at: Date
  id: string
}

export const cursorText = ({ at, id }: CursorPosition): string => `${at.getTime()}.${id}`
export function parseCursorText(text: string): CursorPosition {
  const [at_ms, id] = text.split('.')
  return { at: new Date(Number(at_ms)), id: id! }
}

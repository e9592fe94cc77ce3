import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/failure.ts'
import { developerPage } from '#server/platform/http/developer-list.ts'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import { campaigns, clients, sandboxAgency } from './world.ts'

/** A list's options. Filters that are not named here compare the field of the same name. */
export interface ListOptions {
  company_id?: string
  limit?: number
  cursor?: string
  created_from?: string
  created_before?: string
  outcome?: 'succeeded' | 'failed'
  [filter: string]: unknown
}

interface Row {
  id: string
}

const isFailed = (row: object): boolean => Number((row as { status?: unknown }).status) >= 400

/** A list of the sandbox, paged and filtered like the real ones. */
export function listOf<One extends Row>(
  name: string,
  rows: readonly One[],
  atOf: (row: One) => string,
  clientOf: (row: One) => unknown = (row) => (row as { client_id?: unknown }).client_id,
): (input: { query: ListOptions }, call: SignedInCall) => Promise<unknown> {
  const entries = rows
    .map((row) => ({ row, at: dateOf(Date.parse(atOf(row))), id: row.id }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  return async ({ query }, call) => {
    const { company_id, limit = 50, cursor, created_from, created_before, outcome, ...same } = query
    const isWhole = [undefined, call.caller.companyId, sandboxAgency].includes(company_id)
    if (!isWhole && clients.every(({ id }) => id !== company_id)) throw notFound()
    const isNamed = (campaign: (typeof campaigns)[number]): boolean =>
      campaign.id === same['campaign_id'] && (isWhole || campaign.client_id === company_id)
    if (same['campaign_id'] !== undefined && !campaigns.some(isNamed)) throw notFound()
    const matches = entries.filter(
      ({ row, at }) =>
        (isWhole || clientOf(row) === company_id) &&
        (created_from === undefined || at.getTime() >= Date.parse(created_from)) &&
        (created_before === undefined || at.getTime() < Date.parse(created_before)) &&
        (outcome === undefined || isFailed(row) === (outcome === 'failed')) &&
        Object.entries(same).every(
          ([field, value]) => value === undefined || (row as Record<string, unknown>)[field] === value,
        ),
    )
    const readPage = async (after: CursorPosition | null, most: number) => {
      const from = after ? matches.findIndex(({ id }) => id === after.id) + 1 : 0
      return matches.slice(from, from + most)
    }
    return developerPage(call, `sandbox ${name}`, { ...query, limit, cursor }, readPage, ({ row }) => row)
  }
}

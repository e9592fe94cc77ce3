import type { Tx } from '#server/platform/database/tx.ts'
import { signal } from '#server/platform/signals.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Decision } from './batch.ts'
import { isLead } from './write-leads.ts'

/** PostgreSQL rejects notifications of 8,000 bytes or more; 150 ids stay below that. */
const idsInOneSignal = 150

/** Notifies, at commit, all pages that show these clients' visits and leads. */
export async function notifyVisits(tx: Tx, book: Book, decisions: readonly Decision[]): Promise<void> {
  const visitedClients = [...new Set(decisions.map(({ candidate }) => candidate.event.clientId))]
  for (const clientIds of inParts(visitedClients)) await signal(tx, { kind: 'visits', ...book, clientIds })
  const leads = decisions.filter(isLead)
  const withLeads = [...new Set(leads.map(({ candidate }) => candidate.event.clientId))]
  for (const clientIds of inParts(withLeads)) {
    const count = leads.filter(({ candidate }) => clientIds.includes(candidate.event.clientId)).length
    await signal(tx, { kind: 'leads', ...book, clientIds, count })
  }
}

function inParts(ids: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let from = 0; from < ids.length; from += idsInOneSignal) parts.push(ids.slice(from, from + idsInOneSignal))
  return parts
}

import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { agencyItems, agencyValuesOf } from './agency-items.ts'
import { clientItems } from './client-items.ts'
import { isOperators, type InboxQuery } from './item-sql.ts'
import { operatorItems } from './operator-items.ts'

/** The items of an inbox: SQL of its common table expressions up to `item`, with their parameters. */
export interface ItemSource {
  items: string
  values: unknown[]
  /** The parameter that is the company whose inbox it is. */
  owner: '$2' | '$4'
}

export async function itemsOf(tx: Tx, inbox: InboxQuery): Promise<ItemSource> {
  const { rootId, agencyId, clientId } = inbox
  const now = dateOf(inbox.now_ms)
  if (isOperators(inbox)) return { items: operatorItems, values: [rootId, agencyId, now], owner: '$2' }
  if (clientId !== null) return { items: clientItems, values: [rootId, agencyId, now, clientId], owner: '$4' }
  return { items: agencyItems, values: await agencyValuesOf(tx, inbox), owner: '$2' }
}

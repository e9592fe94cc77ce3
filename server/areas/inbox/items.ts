import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { agencyItems, agencyValuesOf } from './agency-items.ts'
import { isOperators, type InboxQuery } from './item-sql.ts'
import { operatorItems } from './operator-items.ts'

/** The items of an inbox: SQL of its common table expressions up to `item`, with their parameters. */
export interface ItemSource {
  items: string
  values: unknown[]
}

export async function itemsOf(tx: Tx, inbox: InboxQuery): Promise<ItemSource> {
  if (isOperators(inbox)) return { items: operatorItems, values: [inbox.rootId, inbox.agencyId, dateOf(inbox.now_ms)] }
  return { items: agencyItems, values: await agencyValuesOf(tx, inbox) }
}

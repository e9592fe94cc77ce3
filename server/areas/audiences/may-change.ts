import { mayUse } from '#contract/guards/access-context.ts'
import type { Caller } from '#server/platform/call.ts'
import { forbidden } from '#server/platform/failure.ts'

/** A client as what it owns is stored. */
export interface Place {
  rootId: string
  agencyId: string
  clientId: string
}

/** What the declaration cannot ask: clients whom their agency does not let are refused (OQ-12). */
export function assertMayChange({ kind, rights }: Caller): void {
  if (kind === 'client' && !(rights && mayUse(rights, 'campaign.update')))
    throw forbidden('Your agency manages your campaigns.')
}

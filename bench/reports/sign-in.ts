import { startSession } from '#server/areas/sign-in/start-session.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tenant } from '../calls/fill.ts'
import type { Readers } from './fill.ts'

export type Who = 'operator' | 'agency' | 'client'

/** Request headers with a valid session. */
export async function signIn(
  of: Platform,
  { rootId, ownerId, host }: Tenant,
  { rootHost, operatorId, clientUserId }: Readers,
  by: Who,
): Promise<Record<string, string>> {
  const person = {
    operator: { userId: operatorId, kind: 'rootSystem', host: rootHost },
    agency: { userId: ownerId, kind: 'agencyOwner', host },
    client: { userId: clientUserId, kind: 'client', host },
  } as const
  const { userId, kind, host: at } = person[by]
  const { tokens } = await startSession(of, { userId, rootId, kind }, at)
  return { authorization: `Bearer ${tokens.access_token}`, host: at }
}

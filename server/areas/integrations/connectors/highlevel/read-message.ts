import { verify } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'
import type { HookRequest } from '#server/platform/http/hooks.ts'
import type { ServiceMessage } from '../service.ts'
import { publicKeyOf } from './public-key.ts'

export const accountOf = (locationId: string | undefined): string => `Location ${locationId}`

/** Installing an app for a whole agency is not offered, so its removal there (`companyId` alone) concerns nobody. */
const uninstallMessage = z.object({
  type: z.literal('UNINSTALL'),
  appId: z.string(),
  locationId: z.string().min(1).max(200),
})

const longestDelay_ms = 5 * 60_000

/**
 * Ed25519 over the bytes. HighLevel has one key for all apps, so anyone with an app of their own gets signed messages
 * about it: only those about ours count. The documents show `timestamp` in the guide but not in this message's example,
 * so a message without one is taken too: whoever repeats it only makes us look at the account once more.
 */
export function readMessage(config: Config, { bytes, headers }: HookRequest, now_ms: number): ServiceMessage | null {
  const { HIGHLEVEL_WEBHOOK_KEY: key, HIGHLEVEL_APP_ID: appId } = config
  const signature = headers['x-ghl-signature']
  if (key === undefined || appId === undefined || typeof signature !== 'string') return null
  if (!verify(null, bytes, publicKeyOf(key), Buffer.from(signature, 'base64'))) return null
  const json = parse(bytes)
  const at_ms = z.object({ timestamp: z.coerce.date() }).safeParse(json).data?.timestamp.getTime()
  if (at_ms !== undefined && Math.abs(now_ms - at_ms) > longestDelay_ms) return null
  const { data } = uninstallMessage.safeParse(json)
  return { ended: data?.appId === appId ? accountOf(data.locationId) : null }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return null
  }
}

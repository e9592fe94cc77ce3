import { z } from 'zod'
import { languages } from '#contract/core/language.ts'
import { findHost, type HostOwner } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Call } from '#server/platform/call.ts'
import { hashToken } from '#server/platform/ids.ts'

const data = z.object({
  companyName: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Agencies only; null if none was chosen, as in registrations from before it was asked for. */
  subdomain: z.string().nullable().default(null),
  phone: z.object({ e164: z.string(), country: z.string() }),
  passwordHash: z.string(),
  referralCode: z.string().nullable(),
  /** The browser's language. */
  language: z.enum(languages),
})

/** The submitted form, kept until the link is clicked. */
export type Registration = z.output<typeof data>

export const registrationContext = 'registration.data_sealed'

export interface PendingRegistration {
  tokenHash: Buffer
  place: HostOwner
  registration: Registration
}

interface Row {
  host: string
  data_sealed: string
  expires_at: Date
}

/** The registration behind a valid link, or null. A link is valid on its own host only. */
export async function findPending(
  { platform, host }: Pick<Call, 'platform' | 'host'>,
  token: string,
): Promise<PendingRegistration | null> {
  const tokenHash = hashToken(token)
  const { rows } = await platform.appPool.query<Row>(
    `select host, data_sealed, expires_at from registration
     where token_hash = $1 and used_at is null and replaced_at is null`,
    [tokenHash],
  )
  const row = rows[0]
  if (!row || row.host !== host || row.expires_at.getTime() <= machineTime(platform.clock)) return null
  const place = await findHost(platform, host)
  const registration = data.parse(JSON.parse(platform.secrets.open(row.data_sealed, registrationContext)))
  return place && { tokenHash, place, registration }
}

import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { WellKnown } from '#server/platform/http/well-known.ts'

const path = '/.well-known/security.txt'
/** The document is made anew for each request, but a copy of it must not be believed for more than a year (RFC 9116). */
const believed_ms = 180 * 86_400_000

/**
 * Whom to tell about a hole in a host's software (RFC 9116): the support link of the company whose host it is. An agency
 * without one has no such document, since the operator's link would name who is behind the agency.
 */
export const securityContact: WellKnown = {
  path,
  async read(platform, host) {
    const contact = await readContact(platform, host)
    if (contact === null) return null
    const expiresAt = new Date(platform.clock.now() + believed_ms)
    return [
      `Contact: ${contact}`,
      `Expires: ${expiresAt.toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: en, ar',
      `Canonical: ${pageAddress(platform.config, host, path)}`,
      '',
    ].join('\n')
  },
}

async function readContact({ appPool }: Platform, host: string): Promise<string | null> {
  const { rows } = await appPool.query<{ support_url: string | null }>(
    `select brand.support_url from host join brand using (company_id)
     where host.host = $1 and host.verified_at is not null and host.removed_at is null`,
    [host],
  )
  return rows[0]?.support_url ?? null
}

import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import type { HostCertificate } from '#contract/machine/machine.ts'
import { dateOf } from '#server/platform/clock.ts'
import { OutgoingRefused, resolveGuarded, type OutgoingTools } from '#server/platform/guarded-fetch.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

/** Each host is looked at twice a day; the rest of many follows in the next run. */
const checkedFor_hours = 12
const maxAtOnce = 200
const sideBySide = 8
const patience_ms = 8_000

interface SeenCertificate {
  expiresAt: Date | null
  problem: HostCertificate['problem']
}

/**
 * Looks at the certificate of each served host as its visitors see it: whoever terminates TLS, this is what counts. Only in
 * production, where pages are served by TLS.
 */
export const checkCertificatesJob: Job = {
  name: 'check-certificates',
  everyMinutes: 30,
  run: (platform) => (platform.config.production ? checkCertificates(platform) : Promise.resolve()),
}

export async function checkCertificates(platform: Platform, tools: OutgoingTools = {}): Promise<void> {
  const { ownerPool, config } = platform
  await ownerPool.query(
    `delete from host_certificate c where not exists (
       select from host where host.host = c.host and verified_at is not null and removed_at is null)`,
  )
  const { rows } = await ownerPool.query<{ host: string }>(
    `select host.host from host left join host_certificate c on c.host = host.host
      where host.verified_at is not null and host.removed_at is null
        and (c.checked_at is null or c.checked_at < clock_timestamp() - make_interval(hours => $1))
      order by c.checked_at nulls first, host.host limit $2`,
    [checkedFor_hours, maxAtOnce],
  )
  const port = config.PUBLIC_PORT ?? 443
  // The lanes share one iterator, so that each host is looked at once.
  const rest = rows.values()
  const check = async ({ host }: { host: string }): Promise<void> => {
    const { expiresAt, problem } = await lookAt(config, host, port, tools)
    await ownerPool.query(
      `insert into host_certificate (host, expires_at, problem, checked_at) values ($1, $2, $3, clock_timestamp())
       on conflict (host) do update set expires_at = excluded.expires_at, problem = excluded.problem, checked_at = excluded.checked_at`,
      [host, expiresAt, problem],
    )
  }
  await Promise.all(
    Array.from({ length: sideBySide }, () => settleEach(platform, 'a certificate could not be looked at', rest, check)),
  )
}

async function lookAt(
  config: Platform['config'],
  host: string,
  port: number,
  tools: OutgoingTools,
): Promise<SeenCertificate> {
  let socket: TLSSocket | undefined
  try {
    const [first] = await resolveGuarded(config, host, String(port), tools)
    // Also one that does not hold is read: when it ended is what somebody wants to know.
    socket = connect({
      host: first!.address,
      port,
      servername: host,
      rejectUnauthorized: false,
      ...(tools.ca === undefined ? {} : { ca: tools.ca }),
    })
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patience_ms) })
    const end_ms = Date.parse(socket.getPeerCertificate().valid_to)
    return {
      expiresAt: Number.isNaN(end_ms) ? null : dateOf(end_ms),
      problem: socket.authorized ? '' : 'untrusted',
    }
  } catch (error) {
    return { expiresAt: null, problem: error instanceof OutgoingRefused ? 'private_address' : 'unreachable' }
  } finally {
    socket?.destroy()
  }
}

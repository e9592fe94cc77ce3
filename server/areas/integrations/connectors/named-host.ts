import type { Config } from '#server/platform/config.ts'
import { ServiceFailed } from './service.ts'

/**
 * The URL that a user pasted or a service's answer named, if its host is one of a service's own: neither may choose
 * where leads and keys are sent. `hosts` are whole names, or suffixes that begin with a dot. Hosts that the
 * configuration allows by name, as in tests and the demo, pass too. Throws `refused` otherwise.
 */
export function namedHost(
  { OUTGOING_ALLOW }: Pick<Config, 'OUTGOING_ALLOW'>,
  text: string,
  hosts: readonly string[],
  refused: 'token_expired' | 'service_error',
): URL {
  const url = URL.parse(text)
  if (url && OUTGOING_ALLOW.includes(url.host)) return url
  const isOwn = (host: string): boolean =>
    host.startsWith('.') ? url!.hostname.endsWith(host) : url!.hostname === host
  // `port` is empty for an explicit 443, too.
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isPlain || !hosts.some(isOwn)) throw new ServiceFailed({ delivered: false, cause: refused })
  return url
}

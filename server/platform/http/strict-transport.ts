import { machineTime, type Clock } from '../clock.ts'
import { strictForSubdomains, strictTransport } from './security-headers.ts'

const believed_ms = 60_000

/**
 * Returns the header that makes a host's browsers use TLS. Hosts of operators are read again once a minute, in the background; until
 * they are known, and if they cannot be read, the header does not cover subdomains.
 */
export function createStrictTransport(clock: Clock, readOperatorHosts?: () => Promise<readonly string[]>) {
  let hosts: readonly string[] = []
  let readAt_ms = -Infinity
  const readAgain = (): void => {
    readAt_ms = machineTime(clock)
    readOperatorHosts?.().then(
      (read) => (hosts = read),
      // What was read before stays true until the next minute.
      () => null,
    )
  }
  return (host: string): string => {
    if (Math.abs(machineTime(clock) - readAt_ms) >= believed_ms) readAgain()
    const isOperators = hosts.some((one) => host === one || host.endsWith(`.${one}`))
    return isOperators ? strictForSubdomains : strictTransport
  }
}

import { isWithoutConnection } from './pool.ts'

/** What a database or its driver reports, and what to do about it. */
interface Reported {
  code?: string
  message?: string
  syscall?: string
  address?: string
  port?: number
}

const byCode: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the password in DATABASE_URL: correct it.',
  '3D000':
    "The database that DATABASE_URL names does not exist: create it with «create database leadloom encoding 'UTF8' template template0».",
  '53100': 'The disk of the database is full: free some space there, then start again.',
  '53300':
    'The database has no free connection left: raise its max_connections, or lower APP_CONNECTIONS and OWNER_CONNECTIONS (docs/runbooks/connections.md).',
  CERT_HAS_EXPIRED: 'The certificate of the database has expired: renew it there.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database is for another host name: use that name in DATABASE_URL.',
}

const certificateCodes: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** One sentence for what an operator can mend about the connection to a database; null for other errors. */
export function databaseProblem({ code = '', message = '', syscall, address, port }: Reported): string | null {
  if (byCode[code]) return byCode[code]
  if (certificateCodes.has(code))
    return `The certificate of the database is of an authority that this machine does not trust (${code}): add sslmode=verify-full&sslrootcert=<file of its certificate> to DATABASE_URL.`
  if (message.includes('does not support SSL'))
    return 'The database offers no TLS, which sslmode in DATABASE_URL asks for: turn it on there (ssl = on).'
  if (message.includes('no encryption')) return 'The database wants TLS: add sslmode=verify-full to DATABASE_URL.'
  if (code === '28000') return `The database refuses this user (${message}): correct DATABASE_URL, or its pg_hba.conf.`
  if (code === '42501')
    return `The database’s user lacks a right (${message}): it must own the database, its tables and its schemas.`
  if (/No space left on device/.test(message)) return byCode['53100']!
  if (isWithoutConnection({ message }) || message === 'timeout expired')
    return 'The database does not answer: start it, or correct DATABASE_URL.'
  if (unreachable.has(code) && (syscall === 'connect' || syscall === 'getaddrinfo') && (port ?? address) !== undefined)
    return `Nothing answers at ${[address, port].filter((part) => part !== undefined).join(':')} (${code}): start the database, or correct DATABASE_URL.`
  return null
}

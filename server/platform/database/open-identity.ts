import type { Config } from '../config.ts'
import { addressFromUrl, createPools, type DatabaseAddress, type Pools } from './pool.ts'

/** Its statements take milliseconds, so at most this many run at once. */
const besideOwn = 6

/**
 * Connections to identity data, on its own server or on the application's. Always a separate pool: identity data is
 * read in the middle of transactions, and a transaction that holds a connection must not wait for another one of the
 * same pool, or they could deadlock.
 */
export const openIdentity = (
  { IDENTITY_DATABASE_URL: elsewhere }: Pick<Config, 'IDENTITY_DATABASE_URL'>,
  own: DatabaseAddress,
  report: (error: Error) => void,
): Pools =>
  elsewhere === undefined
    ? createPools(own, report, { app: besideOwn })
    : createPools(addressFromUrl(elsewhere), report)

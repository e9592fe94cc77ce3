import type { Config } from '../config.ts'
import { addressFromUrl, createPools, type DatabaseAddress, type Pools } from './pool.ts'

/** What is asked there takes milliseconds, and no more than these wait for it at once. */
const besideOwn = 6

/**
 * Connections to identity data: at its own server, or beside the application's at the same one. Of their own in any case:
 * identity data is asked in the middle of transactions, and whoever holds a connection must not wait for another of the
 * same pool, which as many at once as it has would wait for each other.
 */
export const openIdentity = (
  { IDENTITY_DATABASE_URL: elsewhere }: Pick<Config, 'IDENTITY_DATABASE_URL'>,
  own: DatabaseAddress,
  report: (error: Error) => void,
): Pools =>
  elsewhere === undefined
    ? createPools(own, report, { app: besideOwn })
    : createPools(addressFromUrl(elsewhere), report)

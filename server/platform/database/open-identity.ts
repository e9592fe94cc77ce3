import type { Config } from '../config.ts'
import { addressFromUrl, createPools, type DatabaseAddress, type Pools } from './pool.ts'
import { settleAddress } from './settle-address.ts'

type Settings = Pick<Config, 'IDENTITY_DATABASE_URL' | 'IDENTITY_CONNECTIONS' | 'OWNER_CONNECTIONS' | 'DATABASE_DRIVER'>

/**
 * Connections to identity data, on its own server or on the application's. Always a separate pool: identity data is
 * read in the middle of transactions, and a transaction that holds a connection must not wait for another one of the
 * same pool, or they could deadlock. Its statements take milliseconds, so that few run at once.
 */
export async function openIdentity(
  {
    IDENTITY_DATABASE_URL: elsewhere,
    IDENTITY_CONNECTIONS: app,
    OWNER_CONNECTIONS: owner,
    DATABASE_DRIVER: driver,
  }: Settings,
  own: DatabaseAddress,
  report: (error: Error) => void,
): Promise<Pools> {
  const address = elsewhere === undefined ? own : await settleAddress(addressFromUrl(elsewhere))
  return createPools(address, report, { app, owner, driver })
}

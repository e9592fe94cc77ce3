import type { Pool, PoolClient } from 'pg'
import { createGate, type Gate } from '../http/gate.ts'
import { acquireConnection } from './pool.ts'
import type { Scope } from './tx.ts'

/**
 * The part of a pool that one agency's transactions can hold: 10 of 15 connections. The rest always remain for others,
 * while one agency alone still has more connections than most databases have idle processors.
 */
const share = 2 / 3

const sharesOf = new WeakMap<Pool, Gate>()

function sharesIn(pool: Pool): Gate {
  let shares = sharesOf.get(pool)
  if (!shares) {
    const { max, connectionTimeoutMillis } = pool.options
    shares = createGate({
      running: Infinity,
      waiting: Infinity,
      each: [Math.ceil(max * share)],
      ...(connectionTimeoutMillis ? { longestWait_ms: connectionTimeoutMillis } : {}),
    })
    sharesOf.set(pool, shares)
  }
  return shares
}

/** Clients count with their agency. The operator, its staff and what belongs to no company are not limited. */
const holderOf = (scope: Scope): readonly string[] | undefined => ('agencyId' in scope ? [scope.agencyId] : undefined)

/**
 * Takes a connection for a transaction in this scope. If the agency holds its share, waits for one of its own, at most as
 * long as for a free connection. Throws `overloaded`.
 */
export async function takeFor(scope: Scope, pool: Pool): Promise<PoolClient> {
  const holder = holderOf(scope)
  if (!holder) return acquireConnection(pool)
  const shares = sharesIn(pool)
  const wait = shares.enter(holder)
  if (wait) await wait
  try {
    return await acquireConnection(pool)
  } catch (error) {
    shares.leave(holder)
    throw error
  }
}

/** Must be called once for each connection taken for this scope. A broken one is discarded. */
export function releaseFor(scope: Scope, pool: Pool, client: PoolClient, failure?: Error | boolean): void {
  client.release(failure)
  const holder = holderOf(scope)
  if (holder) sharesIn(pool).leave(holder)
}

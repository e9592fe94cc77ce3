import { hash, verify } from '@node-rs/argon2'
import { createGate, runInGate } from '#server/platform/http/gate.ts'

export interface HashCost {
  /** Memory in KiB. */
  memoryCost: number
  timeCost: number
}

const hashMemory_bytes = 19 * 1024 ** 2
const hashPasses = 2
/** argon2id, about 12 ms per hash (SEC-3). */
const standardCost: HashCost = { memoryCost: hashMemory_bytes / 1024, timeCost: hashPasses }

const hashesWaiting = 40
const hashesWaitingOfOne = 8
/**
 * One hash at a time in each process: a flood of sign-ins must not use up the machine's cores. Nor may one at one host take
 * all the places to wait, so each sharer has some: a host for those who sign in there, a company for its people.
 */
const queue = createGate({
  running: 1,
  waiting: hashesWaiting,
  waitingEach: hashesWaitingOfOne,
  retryAfterSeconds: 2,
})

/** Hashes a password as it was received. Throws `overloaded` when too many wait, or too many of this sharer. */
export const hashPassword = (password: string, sharer: string, cost: HashCost = standardCost): Promise<string> =>
  runInGate(queue, () => hash(password, { ...cost, parallelism: 1 }), [sharer])

/** A hash that matches no password, at the standard cost, so that an unknown account takes as long as a known one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$bGVhZGxvb21kdW1teXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Whether the password matches. A null hash costs the same and never matches. Throws `overloaded` like `hashPassword`. */
export async function checkPassword(passwordHash: string | null, password: string, sharer: string): Promise<boolean> {
  const fits = await runInGate(queue, () => verify(passwordHash ?? dummyHash, password), [sharer])
  return fits && passwordHash !== null
}

/** Whether a hash has an outdated cost and should be replaced at the next sign-in. */
export const isOutdated = (passwordHash: string, cost: HashCost = standardCost): boolean =>
  !passwordHash.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`)

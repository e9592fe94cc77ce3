import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { z } from 'zod'
import type { sealingKey } from '#contract/core/sealed.ts'
import { sealing } from '#contract/core/seal-body.ts'
import { machineTime } from '../clock.ts'
import { inScope } from '../database/scope.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'

type PublicKey = z.output<typeof sealingKey>

/** A key is published for a day and decrypts bodies for one more day (SEC-7). */
const handedOutFor_ms = 24 * 3_600_000
const opensFor_ms = 2 * handedOutFor_ms
const curves = ['X25519', 'P-256'] as const

interface KnownKey {
  public: PublicKey
  private: KeyObject
  created_ms: number
}

/** The server's keys for encrypted bodies: shared by all processes, stored with encrypted private halves. */
export interface SealingKeys {
  /** The current public keys; creates today's if missing. */
  current(): Promise<PublicKey[]>
  /** The private half of a key that is still accepted, or null. */
  find(kid: string): Promise<KeyObject | null>
}

const keysOf = new WeakMap<Platform, SealingKeys>()

/** One set of keys per platform; a process has one. */
export function sealingKeysOf(platform: Platform): SealingKeys {
  const keys = keysOf.get(platform)
  if (keys) return keys
  const fresh = createSealingKeys(platform)
  keysOf.set(platform, fresh)
  return fresh
}

function createSealingKeys(platform: Platform): SealingKeys {
  const keys = new Map<string, KnownKey>()
  const now = (): number => machineTime(platform.clock)
  const newest = (): KnownKey[] =>
    curves.flatMap((crv) => {
      const ofCurve = [...keys.values()].filter((key) => key.public.crv === crv)
      const last = ofCurve.toSorted((a, b) => b.created_ms - a.created_ms)[0]
      return last && last.created_ms > now() - handedOutFor_ms ? [last] : []
    })
  let lastMiss_ms = 0

  const load = (mayMake: boolean): Promise<void> =>
    inScope(platform.appPool, { kind: 'none' }, async (tx) => {
      await readInto(keys, tx, platform, now())
      if (!mayMake || newest().length === curves.length) return
      // Two processes may both find only yesterday's keys: the second one waits here and then reads the first one's.
      await tx.query(`select pg_advisory_xact_lock(hashtext('server_key'))`)
      await readInto(keys, tx, platform, now())
      if (newest().length === curves.length) return
      await tx.query('delete from server_key where created_at <= $1', [new Date(now() - opensFor_ms)])
      for (const crv of curves) await makeKey(tx, platform, crv, now())
      await readInto(keys, tx, platform, now())
    })

  return {
    async current() {
      if (newest().length < curves.length) await load(true)
      return newest().map((key) => key.public)
    },
    async find(kid) {
      const findAccepted = (): KeyObject | null => {
        const key = keys.get(kid)
        return key && key.created_ms > now() - opensFor_ms ? key.private : null
      }
      const key = findAccepted()
      // Another process may have just created the key; unknown names are looked up at most once a second.
      if (key || now() - lastMiss_ms < 1_000) return key
      lastMiss_ms = now()
      await load(false)
      return findAccepted()
    },
  }
}

interface KeyRow {
  kid: string
  public_jwk: PublicKey
  private_sealed: string
  created_at: Date
}

async function readInto(keys: Map<string, KnownKey>, tx: Tx, platform: Platform, now_ms: number): Promise<void> {
  const { rows } = await tx.query<KeyRow>(
    'select kid, public_jwk, private_sealed, created_at from server_key where created_at > $1',
    [new Date(now_ms - opensFor_ms)],
  )
  for (const row of rows) {
    if (keys.has(row.kid)) continue
    const secret = JSON.parse(platform.secrets.open(row.private_sealed, sealingKeyContext(row.kid))) as JsonWebKey
    keys.set(row.kid, {
      public: row.public_jwk,
      private: createPrivateKey({ key: secret, format: 'jwk' }),
      created_ms: row.created_at.getTime(),
    })
  }
}

async function makeKey(tx: Tx, platform: Platform, crv: (typeof curves)[number], now_ms: number): Promise<void> {
  const pair = await generateKeyPair(sealing.alg, { crv, extractable: true })
  const kid = newId(now_ms)
  const common = { kid, alg: sealing.alg, use: 'enc' }
  const publicJwk = { ...(await exportJWK(pair.publicKey)), ...common }
  const secret = JSON.stringify(await exportJWK(pair.privateKey))
  await tx.query('insert into server_key values ($1, $2, $3, $4, $5)', [
    kid,
    crv,
    publicJwk,
    platform.secrets.seal(secret, sealingKeyContext(kid)),
    new Date(now_ms),
  ])
}

/** What a stored private half is bound to. */
export const sealingKeyContext = (kid: string): string => `server_key.private_sealed.${kid}`

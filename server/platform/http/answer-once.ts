import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyHeader } from '#contract/core/documented-keys.ts'
import type { Operation } from '#contract/core/operation.ts'
import { machineTime } from '../clock.ts'
import type { Call, Caller } from '../call.ts'
import { inScope, settleRaces } from '../database/scope.ts'
import type { Scope, Tx } from '../database/tx.ts'
import { Failure } from '../failure.ts'
import { checkedKey } from './operation-id.ts'
import { pathOfUrl } from './request-facts.ts'
import type { HttpCall } from './route.ts'

/** How long a key is remembered. */
const answerRetention_ms = 24 * 3_600_000

/** The `Idempotency-Key` of a writing call of the developer API, or null. Throws `invalid`. */
export function answerKeyOf(request: FastifyRequest, operation: Operation): string | null {
  const key = request.headers[idempotencyHeader]
  if (operation.style !== 'developer' || operation.method === 'GET' || key === undefined) return null
  return checkedKey(key)
}

interface IdempotentCall {
  key: string
  caller: Caller
  body: unknown
}

interface AnswerKey {
  agencyId: string
  keyHash: Buffer
  requestHash: Buffer
}

/** The encryption context of a kept response: bound to its row. */
export const sealOfAnswer = (agencyId: string, keyHash: string): string =>
  `developer_answer.answer_sealed.${agencyId}.${keyHash}`

/**
 * Runs a call once per key: repeating the same call returns the first answer, and reusing the key for another call is
 * refused. The answer is stored in the transaction of the change, so that neither exists without the other; a failed
 * call changes and stores nothing. Of two concurrent calls the second waits for the first.
 */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  call: HttpCall,
  { key, caller, body }: IdempotentCall,
  answer: (call: HttpCall) => Promise<string>,
): Promise<string> {
  const { secrets, clock } = call.platform
  const keyText = JSON.stringify([caller.isTest ? 'sandbox answer' : 'developer answer', caller.companyId, key])
  const requestText = JSON.stringify(['developer request', request.method, pathOfUrl(request), body ?? null])
  const requestHashes = secrets.keyedHashes(requestText)
  const agencyId = caller.agencyId ?? caller.rootId
  const answerKeys = secrets
    .keyedHashes(keyText)
    .map((keyHash, index): AnswerKey => ({ agencyId, keyHash, requestHash: requestHashes[index]! }))
  const answerKey = answerKeys[0]!
  // Each is locked: in one order, whichever master key is the first of a process.
  const inOrder = answerKeys.toSorted((one, other) => Buffer.compare(one.keyHash, other.keyHash))
  const inPlace: Call['inScope'] = caller.isTest ? (work) => storeForTest(call, caller, work) : call.inScope
  const runOnce = async (tx: Tx): Promise<string> => {
    const now_ms = machineTime(clock)
    for (const one of inOrder) {
      const sealedAnswer = await find(tx, one, now_ms)
      if (sealedAnswer === null) continue
      reply.header('idempotent-replayed', 'true')
      return secrets.open(sealedAnswer, sealOfAnswer(one.agencyId, one.keyHash.toString('hex')))
    }
    // The sandbox cannot reach the database from here either.
    const text = await answer(caller.isTest ? call : { ...call, inScope: (work) => work(tx) })
    await tx.query(
      `insert into developer_answer (agency_id, key_hash, root_id, request_hash, answer_sealed, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        answerKey.agencyId,
        answerKey.keyHash,
        caller.rootId,
        answerKey.requestHash,
        secrets.seal(text, sealOfAnswer(agencyId, answerKey.keyHash.toString('hex'))),
        new Date(now_ms),
      ],
    )
    return text
  }
  return runInOrder(answerKey.keyHash.toString('hex'), () => inPlace(runOnce))
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * Calls with the same key wait here for each other before they take a connection: in the database each would hold one
 * while waiting, and a few retries of a slow call would block everybody else.
 */
async function runInOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (underWay.get(key) ?? Promise.resolve()).then(work, work)
  underWay.set(key, turn)
  try {
    return await turn
  } finally {
    if (underWay.get(key) === turn) underWay.delete(key)
  }
}

/** A test key's call has no scope, but the idempotency key and its answer are stored for its company nonetheless. */
const storeForTest = <T>(
  { platform }: HttpCall,
  { rootId, agencyId }: Caller,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const scope: Scope = agencyId === null ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId }
  return settleRaces(() => inScope(platform.appPool, scope, work))
}

/** The stored, encrypted answer of the key, or null. Throws `invalid` if the key was used for another call. */
async function find(tx: Tx, { agencyId, keyHash, requestHash }: AnswerKey, now_ms: number): Promise<string | null> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 31))', [keyHash.toString('hex')])
  const { rows } = await tx.query<{ request_hash: Buffer; answer_sealed: string; created_at: Date }>(
    'select request_hash, answer_sealed, created_at from developer_answer where agency_id = $1 and key_hash = $2',
    [agencyId, keyHash],
  )
  const [row] = rows
  if (!row) return null
  if (row.created_at.getTime() <= now_ms - answerRetention_ms) {
    await tx.query('delete from developer_answer where agency_id = $1 and key_hash = $2', [agencyId, keyHash])
    return null
  }
  if (row.request_hash.equals(requestHash)) return row.answer_sealed
  throw new Failure('invalid', {
    field: 'Idempotency-Key',
    message: 'This key was used for another call. Use a new one for each change.',
  })
}

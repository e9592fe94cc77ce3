import { z } from 'zod'
import type { SessionFact } from '#contract/core/documented-keys.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { Operation } from '#contract/core/operation.ts'
import { invalid } from '../failure.ts'
import type { Caller } from '../call.ts'
import type { Input } from './route.ts'

type Parts = Pick<Input<Operation>, 'params' | 'query' | 'body'>

/** Values that count as no input. */
const silent: readonly unknown[] = [undefined, '', 'all']

/**
 * Builds the check that refuses keys contradicting the session (decision 38), without revealing whether what they name
 * exists. Undefined for an operation without such keys, so that its calls have no overhead.
 */
export function createContradictionCheck(operation: Operation): ((input: Parts, caller: Caller) => void) | undefined {
  const keys = (['params', 'query', 'body'] as const).flatMap((part) =>
    [...restatedKeys(operation[part])].map(([key, fact]) => ({ part, key, fact })),
  )
  if (keys.length === 0) return undefined
  return (input, caller) => {
    for (const { part, key, fact } of keys) {
      const value = (input[part] as Record<string, unknown> | undefined)?.[key]
      if (!silent.includes(value) && !factsOf[fact](caller).includes(value as string))
        throw invalid(key, sentences.otherSession)
    }
  }
}

const factsOf: Readonly<Record<SessionFact, (caller: Caller) => (string | null)[]>> = {
  system: ({ rootId, agencyId }) => [rootId, agencyId],
  user: ({ userId }) => [userId],
}

function restatedKeys(schema: z.ZodType | undefined): Map<string, SessionFact> {
  if (schema instanceof z.ZodUnion)
    return new Map(schema.options.flatMap((each) => [...restatedKeys(each as z.ZodType)]))
  if (!(schema instanceof z.ZodObject)) return new Map()
  return new Map(
    Object.entries(schema.shape).flatMap(([key, each]) => {
      const fact = (each as z.ZodType).meta()?.['x-restates'] as SessionFact | undefined
      return fact ? [[key, fact] as const] : []
    }),
  )
}

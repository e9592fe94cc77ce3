import { z } from 'zod'
import type { Operation } from '#contract/core/operation.ts'
import { proofOf } from '#contract/sign-in/proof-of-identity.ts'

/** `{id}` becomes `:id`; a last segment that can be omitted is optional (OQ-38). */
export function urlOf(operation: Operation): string {
  const last = /\/\{(\w+)\}$/.exec(operation.path)?.[1]
  const shape = operation.params instanceof z.ZodObject ? operation.params.shape : {}
  const optional = last !== undefined && (shape[last] as z.ZodType | undefined)?.safeParse(undefined).success === true
  return `/api${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}${optional ? '?' : ''}`
}

/** Finds operations at startup whose declaration the server could not satisfy. */
export function checkDeclaration(operation: Operation): void {
  const operationPath = `${operation.method} ${operation.path}`
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const shape = operation.params instanceof z.ZodObject ? Object.keys(operation.params.shape) : []
  if (names.toSorted().join() !== shape.toSorted().join()) throw new Error(`${operationPath}: path and params differ`)
  if ((operation.transport === 'multipart') !== (operation.form !== undefined))
    throw new Error(`${operationPath}: form is required for multipart and not allowed otherwise`)
  if (operation.method === 'GET' && operation.body) throw new Error(`${operationPath}: a GET must not have a body`)
  for (const schema of [operation.params, operation.query, operation.body]) {
    if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever)) {
      throw new Error(`${operationPath}: inputs must be strict objects`)
    }
  }
  if (proofOf(operation) && operation.access.anonymous)
    throw new Error(`${operationPath}: anonymous callers have no proof`)
  if (Object.keys(operation.access).length === 0) throw new Error(`${operationPath}: no one has access`)
}

import type { z } from 'zod'
import type { Operation } from '#contract/core/operation.ts'
import { exampleOf, schemaOf, type JsonSchema } from '#server/test/access/example-of.ts'

/** One shape of an operation's body: if the body is a union, one of its members. */
export interface Shape {
  operation: Operation
  /** The operation, with the word that tells its shapes apart: `saveSetting company`. */
  name: string
  example: Record<string, unknown>
  /** Paths of free-text fields. */
  fields: readonly Path[]
}

export type Path = readonly (string | number)[]

export const shapesOf = (operation: Operation): Shape[] => {
  const schema = schemaOf(operation.body)
  return (schema.anyOf ?? schema.oneOf ?? [schema]).map((shape) => {
    const words = Object.values(shape.properties ?? {}).flatMap((each) =>
      each.const === undefined ? [] : [each.const],
    )
    const example = exampleOf(shape) as Record<string, unknown>
    return { operation, name: [operation.name, ...words].join(' '), example, fields: textsIn(shape) }
  })
}

export const textsOf = (schema: z.ZodType): Path[] => textsIn(schemaOf(schema))

const isFreeText = (schema: JsonSchema): boolean =>
  schema.type === 'string' &&
  schema.enum === undefined &&
  schema.const === undefined &&
  schema.format !== 'uuid' &&
  schema.format !== 'date-time'

/**
 * Fields that repeat session data are not stored, and an operation with no other field would start something, such as a
 * payout account. Secrets are never shown, and are compared rather than stored as they are. An agency's embedded code
 * is meant to run, in a frame of another origin: `embedded-code.test.ts` covers that.
 */
const isLeftOut = (name: string): boolean =>
  /^idsys$|^usrID$|pass|pwd|token|secret|currcode|^code$|^embeddedcode$/i.test(name)

function textsIn(schema: JsonSchema, path: Path = []): Path[] {
  const paths = [...(schema.anyOf ?? schema.oneOf ?? [])].flatMap((each) => textsIn(each, path))
  if (isFreeText(schema)) paths.push(path)
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    if (!isLeftOut(name)) paths.push(...textsIn(each, [...path, name]))
  }
  if (schema.items) paths.push(...textsIn(schema.items, [...path, 0]))
  return [...new Map(paths.map((each) => [each.join('.'), each])).values()]
}

/** Copies a body and puts the text in at this path. */
export function withText(body: unknown, [key, ...rest]: Path, text: unknown): unknown {
  if (key === undefined) return text
  if (typeof key === 'number') return [withText((body as unknown[] | undefined)?.[key], rest, text)]
  const object = (body ?? {}) as Record<string, unknown>
  return { ...object, [key]: withText(object[key], rest, text) }
}

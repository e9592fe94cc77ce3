import { randomInt } from 'node:crypto'
import { id } from '#contract/core/ids.ts'
import { z } from 'zod'
import type { Scope } from '#server/platform/database/tx.ts'

/** The 32 signs of numbers, codes and keys: none is mistaken for another. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const newSigns = (count: number): string =>
  Array.from({ length: count }, () => signs[randomInt(signs.length)]!).join('')

/** What somebody typed, as it was issued: spaces and lower case do not matter. */
export const readSigns = (text: string | null): string =>
  (text ?? '').replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 40)

export const requestPath = z.strictObject({ rootId: id, agencyId: id, requestId: id })
export type RequestPath = z.infer<typeof requestPath>

/** Requests on the operator's own host carry its id as their agency's, so that they lie beside no agency's. */
export const scopeOf = ({ rootId, agencyId }: Pick<RequestPath, 'rootId' | 'agencyId'>): Scope =>
  agencyId === rootId ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId }

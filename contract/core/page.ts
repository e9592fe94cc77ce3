import { z } from 'zod'

/** Paging parameters of every list: pages from 1, 10 rows by default, at most 100 (OQ-16). */
export const pageQuery = z.strictObject({
  Page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  PerPage: z.coerce.number().int().min(1).max(100).default(10),
})

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    current_page: z.int(),
    last_page: z.int(),
    total: z.int(),
    per_page: z.int(),
  })

export interface Page<Row> {
  data: Row[]
  current_page: number
  last_page: number
  total: number
  per_page: number
}

/** Wraps rows in the answer of a list; an empty list still has one page. */
export const toPage = <Row>(data: Row[], page: number, perPage: number, total: number): Page<Row> => ({
  data,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  total,
  per_page: perPage,
})

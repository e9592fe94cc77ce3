import type { QueryResult, QueryResultRow } from 'pg'
import type { Tx } from './tx.ts'

const fewRows = 50

/**
 * A statement over rows that come as arrays: prepared where they are few, since planning it would cost more than running it.
 * Over many it is planned each time for as many as there are, since a plan for a few is a slow one for thousands.
 */
export const prepareSmall = <Row extends QueryResultRow>(
  tx: Tx,
  rows: number,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<QueryResult<Row>> => (rows <= fewRows ? tx.prepared<Row>(name, text, values) : tx.query<Row>(text, values))

import type { QueryResult, QueryResultRow } from 'pg'
import type { Tx } from './tx.ts'

const fewRows = 50

/**
 * A statement over rows passed as arrays: prepared if they are few, because planning would cost more than running it.
 * For many rows it is planned each time, because a plan made for few rows is slow for thousands.
 */
export const prepareSmall = <Row extends QueryResultRow>(
  tx: Tx,
  rows: number,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<QueryResult<Row>> => (rows <= fewRows ? tx.prepared<Row>(name, text, values) : tx.query<Row>(text, values))

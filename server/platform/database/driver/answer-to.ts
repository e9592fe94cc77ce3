import type { QueryResult, QueryResultRow } from 'pg'

/** A query's callback for a promise; the error's trace leads to whoever asked. */
export const answerTo =
  <Row extends QueryResultRow>(resolve: (result: QueryResult<Row>) => void, reject: (error: Error) => void) =>
  (error: Error | null, result: QueryResult): void => {
    if (!error) return resolve(result as QueryResult<Row>)
    Error.captureStackTrace(error)
    reject(error)
  }

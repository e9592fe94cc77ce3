import type pg from 'pg'

/** Reads COPY … TO STDOUT to its end and counts rows and bytes; the driver passes the chunks to its caller. */
export function copyOut(client: pg.Client, text: string): Promise<{ rows: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    let [rows, bytes] = [0, 0]
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        rows++
        bytes += chunk.length
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve({ rows, bytes }),
      handleError: reject,
    } as unknown as pg.Submittable)
  })
}

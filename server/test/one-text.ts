import pg from 'pg'

/**
 * Holds a pool's prepared statements to one text each. The driver refuses a second text under a name only where the connection
 * has met the first, which is chance: here it is refused on every connection.
 */
export function holdToOneText(pool: pg.Pool): void {
  const texts = new Map<string, string>()
  pool.on('connect', (client) => {
    const checked = (...asked: unknown[]): unknown => {
      const { name, text } = (asked[0] ?? {}) as { name?: string; text?: string }
      if (name !== undefined && text !== undefined) {
        const known = texts.get(name) ?? text
        texts.set(name, known)
        if (known !== text) throw new Error(`the prepared statement ${name} has two texts`)
      }
      // Looked up anew each time: tests listen to it.
      return (pg.Client.prototype.query as (...asked: unknown[]) => unknown).apply(client, asked)
    }
    client.query = checked as typeof client.query
  })
}

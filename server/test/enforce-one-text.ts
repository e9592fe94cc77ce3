import pg from 'pg'

/**
 * Allows only one text per name of a prepared statement. The driver rejects a second text only if the same connection
 * has used the first, which is chance: this rejects it on every connection.
 */
export function enforceOneText(pool: pg.Pool): void {
  const texts = new Map<string, string>()
  pool.on('connect', (client) => {
    const checkedQuery = (...args: unknown[]): unknown => {
      const { name, text } = (args[0] ?? {}) as { name?: string; text?: string }
      if (name !== undefined && text !== undefined) {
        const firstText = texts.get(name) ?? text
        texts.set(name, firstText)
        if (firstText !== text) throw new Error(`the prepared statement ${name} has two texts`)
      }
      // Looked up on each call, because tests spy on it.
      return (pg.Client.prototype.query as (...args: unknown[]) => unknown).apply(client, args)
    }
    client.query = checkedQuery as typeof client.query
  })
}

import { createServer, type Server } from 'node:http'

export const shopHost = 'shop.localhost'

/** The website of a new campaign's owner: a real server whose pages include the pasted code. */
export class Shop {
  /** Pasted into the head of every page, and of pages with their own code. */
  head = ''
  readonly headOf = new Map<string, string>()
  readonly address: string
  readonly #server: Server

  private constructor(server: Server, port: number) {
    this.#server = server
    this.address = `http://${shopHost}:${port}`
    server.on('request', (request, response) => {
      const path = new URL(request.url ?? '/', this.address).pathname
      const title = path === '/' ? 'A shop' : `A shop ${path}`
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,">${this.headOf.get(path) ?? this.head}</head><body><h1>${title}</h1></body></html>`,
      )
    })
  }

  static async open(port: number): Promise<Shop> {
    const server = createServer()
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
    return new Shop(server, port)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

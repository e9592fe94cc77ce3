import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { startCollector } from '#server/areas/tracking/start-collector.ts'
import { createApp } from '#server/platform/http/app.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { productionConfig } from '../support/production-config.ts'

/** The floor: parses the body and responds, but stores nothing. */
export async function serveBare(): Promise<number> {
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      JSON.parse(text)
      response.writeHead(204).end()
    })
  })
  return listen(server)
}

/** The program's own server with the role `collect`, using the database in this folder. */
export async function serveCollect(dataDir: string): Promise<number> {
  const config = productionConfig(dataDir, 'collect')
  const { platform } = await startPlatform(config, pino({ level: 'warn' }), async () => {})
  const collector = await startCollector(platform, {
    limits: { perAddress: 1_000_000_000, perPixel: 1_000_000_000 },
  })
  const app = await createApp(platform, {
    routes: [],
    accessHooks: {
      authenticate: async () => null,
      hasSessionEnded: async () => false,
      hasRecentProof: async () => false,
      findObject: async () => null,
      isAssigned: async () => false,
      answerInSandbox: async () => null,
      redeemTicket: async () => null,
      isSessionLive: async () => false,
      recordView: async () => {},
      recordChange: async () => {},
    },
    fastPath: collector.handle,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

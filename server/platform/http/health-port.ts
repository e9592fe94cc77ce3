import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { expositionType, mayReadMetrics } from './exposition.ts'
import { answerReady, type Health } from './health.ts'

interface HealthPort {
  port: number
  stop(): Promise<void>
}

/** A port for those who watch the process, apart from that of people and pixels: the only one of a process that works. */
export async function openHealthPort(config: Config, health: Health): Promise<HealthPort | null> {
  if (config.METRICS_PORT === undefined) return null
  const server = createServer((request, response) => {
    void answer(request, response, config, health).catch(() => response.writeHead(500).end())
  })
  server.requestTimeout = 10_000
  server.listen(config.METRICS_PORT, config.METRICS_HOST)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closing = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closing
    },
  }
}

const plain = { 'content-type': 'text/plain; charset=utf-8' }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  config: Config,
  { exposition, problems }: Health,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0]
  if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end()
  else if (path === '/healthz') response.writeHead(200, plain).end('ok\n')
  else if (path === '/readyz') {
    const { status, headers, text } = await answerReady(problems)
    response.writeHead(status, headers).end(text)
  } else if (path !== '/metrics') response.writeHead(404).end()
  else if (!mayReadMetrics(request, config)) response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
  else response.writeHead(200, { 'content-type': expositionType }).end(await exposition.text())
}
